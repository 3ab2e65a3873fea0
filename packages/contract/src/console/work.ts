/** Everything that waits for a person, ranked by the promise that is broken first. */
export {};
