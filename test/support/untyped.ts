/** A request of a program without types, which operations must read. */
export const untyped = (request: unknown): never => request as never;
