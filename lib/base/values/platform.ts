/**
 * The global object of a JavaScript platform. `process` has this function in Node; other platforms
 * lack it.
 */
export interface Platform {
  readonly process?: Partial<Pick<NodeJS.Process, "getBuiltinModule">>;
}
