/** A request as a program without types may well make it; operations read whatever they get. */
export const untyped = (request: unknown): never => request as never;
