/** A host with the builtin modules of Node has this; others have none of it. */
export interface Host {
  readonly process?: Partial<Pick<NodeJS.Process, "getBuiltinModule">>;
}
