/** Complaints with their thread, pictures, order and clocks. */
export {};
