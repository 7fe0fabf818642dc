import { isAddressOrLocalName, isLoopbackOrigin } from "../node-http/loopback.ts";
import type { LedgerApiOptions } from "./options.ts";

/** What of a request tells whether a web page makes it. */
export interface PageRequest {
  readonly method?: string | undefined;
  readonly headers: Readonly<
    Partial<Record<"host" | "origin" | "content-type", string | string[] | undefined>>
  >;
}

/** Which web pages a ledger serves. */
export class Pages {
  readonly #allowed: ReadonlySet<string>;
  readonly #hosts: ReadonlySet<string>;
  readonly #isOpenToAll: boolean;
  /** Who was named last, and served: most clients go on to name one host. */
  #servedHost = "";

  /** Throws a TypeError for an origin that is none. */
  constructor({ auth, cors = [] }: Pick<LedgerApiOptions, "auth" | "cors">) {
    const urls = cors.map(originUrl);
    this.#allowed = new Set(urls.map(({ origin }) => origin));
    this.#hosts = new Set(urls.map(({ hostname }) => hostname));
    this.#isOpenToAll = auth === "disabled";
  }

  /** Whether pages of this origin were allowed in so many words. */
  isAllowed(origin: string | string[] | undefined): origin is string {
    return typeof origin === "string" && this.#allowed.has(origin);
  }

  /**
   * Why a ledger without authorization does not answer a request; undefined when it does. A browser on this
   * machine would let any page that it shows write with a request that is sent without asking (of content types
   * that forms have), and read under a name that its owner has pointed at this machine.
   */
  refusal({ method = "", headers }: PageRequest): string | undefined {
    const { host, origin } = headers;
    if (!this.#isOpenToAll) return undefined;
    if (typeof host === "string" && !this.#isServed(host)) {
      return denied(
        "answers only to addresses and to names without a dot; the request names another host",
      );
    }
    if (origin === undefined) return undefined;
    if (!this.isAllowed(origin) && (Array.isArray(origin) || !isLoopbackOrigin(origin))) {
      return denied("serves no pages of other origins");
    }
    return writing.has(method) && !isAskedFor(headers["content-type"])
      ? denied(
          "takes of web pages only bodies of type application/json or application/octet-stream",
        )
      : undefined;
  }

  #isServed(host: string): boolean {
    if (host === this.#servedHost) return true;
    if (host !== "" && !isAddressOrLocalName(host) && !this.#hosts.has(nameIn(host))) return false;
    this.#servedHost = host;
    return true;
  }
}

const originUrl = (origin: string): URL => {
  const url = URL.canParse(origin) ? new URL(origin) : undefined;
  if (url?.origin === origin) return url;
  throw new TypeError(`The option cors has ${JSON.stringify(origin)}, which is no origin.`);
};

const nameIn = (host: string): string =>
  URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : host;

const writing = new Set(["POST", "PUT", "PATCH"]);

/** A type that a browser sends to another origin only where that one said that it may. */
const isAskedFor = (type: string | string[] | undefined): boolean =>
  typeof type === "string" && /^\s*application\/(?:json|octet-stream)\s*(?:;|$)/i.test(type);

const denied = (what: string): string =>
  `A ledger without authorization ${what}; the option cors allows origins.`;
