import { isIpAddressOrLocalHostName, isLoopbackOrigin } from "../node-http/loopback.ts";
import type { LedgerApiOptions } from "./options.ts";

/** The parts of a request that reveal the origin of a web page. */
export interface OriginCheckedRequest {
  readonly method?: string | undefined;
  readonly headers: Readonly<
    Partial<Record<"host" | "origin" | "content-type", string | string[] | undefined>>
  >;
}

/** Decides which web pages may send requests to a ledger. */
export class WebPageAccessPolicy {
  readonly #allowed: ReadonlySet<string>;
  readonly #hosts: ReadonlySet<string>;
  readonly #isOpenToAll: boolean;
  /** Last accepted host, a cache: most clients name one host. */
  #servedHost = "";

  /** Throws a TypeError for an invalid origin. */
  constructor({ auth, cors = [] }: Pick<LedgerApiOptions, "auth" | "cors">) {
    const urls = cors.map(parseOrigin);
    this.#allowed = new Set(urls.map(({ origin }) => origin));
    this.#hosts = new Set(urls.map(({ hostname }) => hostname));
    this.#isOpenToAll = auth === "disabled";
  }

  /** Returns true if the option `cors` lists the origin. */
  isAllowed(origin: string | string[] | undefined): origin is string {
    return typeof origin === "string" && this.#allowed.has(origin);
  }

  /**
   * Returns why the ledger refuses a request; undefined if it accepts the request. Only a ledger
   * without authorization refuses requests. Without these refusals, any web page in a browser on
   * this machine could write, with requests of form content types, which browsers send without a
   * preflight. It could also read, through a domain name that points at this machine (DNS
   * rebinding).
   */
  explainRefusal({ method = "", headers }: OriginCheckedRequest): string | undefined {
    const { host, origin } = headers;
    if (!this.#isOpenToAll) return undefined;
    if (typeof host === "string" && !this.#isServed(host)) {
      return originRefusal(
        "answers only requests to an address or a name without a dot; the request names another host",
      );
    }
    if (origin === undefined) return undefined;
    if (!this.isAllowed(origin) && (Array.isArray(origin) || !isLoopbackOrigin(origin))) {
      return originRefusal("refuses web pages of other origins");
    }
    return methodsWithBody.has(method) && !needsPreflight(headers["content-type"])
      ? originRefusal(
          "accepts from web pages only bodies of type application/json or application/octet-stream",
        )
      : undefined;
  }

  #isServed(host: string): boolean {
    if (host === this.#servedHost) return true;
    if (host !== "" && !isIpAddressOrLocalHostName(host) && !this.#hosts.has(parseHostName(host))) {
      return false;
    }
    this.#servedHost = host;
    return true;
  }
}

const parseOrigin = (origin: string): URL => {
  const url = URL.canParse(origin) ? new URL(origin) : undefined;
  if (url?.origin === origin) return url;
  throw new TypeError(
    `The option cors contains ${JSON.stringify(origin)}, which is not an origin.`,
  );
};

const parseHostName = (host: string): string =>
  URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : host;

const methodsWithBody = new Set(["POST", "PUT", "PATCH"]);

/** Returns true for a content type that browsers send to another origin only after a preflight. */
const needsPreflight = (type: string | string[] | undefined): boolean =>
  typeof type === "string" && /^\s*application\/(?:json|octet-stream)\s*(?:;|$)/i.test(type);

const originRefusal = (what: string): string =>
  `A ledger without authorization ${what}; the option cors allows other origins.`;
