/**
 * Returns the request without its type, to test how operations handle the requests of JavaScript programs.
 */
export const untyped = (request: unknown): never => request as never;
