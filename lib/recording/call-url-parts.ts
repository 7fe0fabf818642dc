/** The address of a call, split into its parts. */
export interface CallUrlParts {
  /** Base URL of the participant's API, without a trailing slash. */
  readonly base: string;
  /** The path below `base`. */
  readonly path: string;
  /** The query without its question mark; absent if there is none. */
  readonly query: string | undefined;
}

/**
 * Splits the URL of a call. A participant may serve its API below a path prefix, which becomes part
 * of `base`.
 */
export const parseCallUrl = (address: string | URL): CallUrlParts => {
  const { protocol, host, pathname, search } = new URL(address, "http://ledger.invalid");
  const start = /\/v[02]\//u.exec(pathname)?.index ?? 0;
  return {
    base: `${protocol.replace(/^ws/u, "http")}//${host}${pathname.slice(0, start)}`,
    path: pathname.slice(start),
    query: search === "" ? undefined : search.slice(1),
  };
};
