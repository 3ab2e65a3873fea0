/** All paths of the API are under this prefix (NET-02). */
export const basePrefix = '/api';
