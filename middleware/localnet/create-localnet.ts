import {
  localnetLedgerOptionChecks,
  type LocalnetLedgerOptions,
  openLocalnetLedger,
} from "../../fixtures/localnet/index.ts";
import type { Ledger } from "../../lib/index.ts";
import {
  getNamespace,
  type OptionChecks,
  requireWellFormedOptions,
  secretOptionCheck,
  textOptionCheck,
} from "../../lib/internal.ts";
import {
  dsoPartyHint,
  type LedgerAutomation,
  localNetNodes,
  localnetTokenAudience,
  localnetTokenSecret,
  recordAutomationInRequestJournal,
} from "../../lib/localnet/index.ts";
import { createSingleKeyVerifier, type KeyVerifierOption } from "../auth/token-verifier.ts";
import type { ExpressMiddleware } from "../express/express-middleware.ts";
import { createFetch } from "../fetch/create-fetch.ts";
import {
  listenOnLocalnetPorts,
  type LocalnetListenOptions,
  type LocalnetServer,
} from "./listen.ts";
import type { LocalnetPartyIds, LocalnetServiceContext } from "./localnet-service-context.ts";
import { createLocalnetNodeFetch, createLocalnetServiceResponse } from "./participant-view.ts";
import {
  answerSpliceServiceRequest,
  createPathNotServedReply,
  type LocalnetRoutingContext,
  type LocalnetTokenSettings,
} from "./parts.ts";
import { findServiceTarget } from "./route.ts";
import { createLocalnetPortRouter } from "./router.ts";
import { scheduleLedgerAutomation } from "./schedule-ledger-automation.ts";
import { createSelfSignedToken } from "./self-signed-token.ts";

/**
 * DARs, parties, automation and tokens of a LocalNet. Absent options have the values of Splice's LocalNet.
 */
export interface LocalnetOptions extends LocalnetLedgerOptions {
  /** The secret that signs tokens. Default: `unsafe`, as in Splice's LocalNet. */
  readonly secret?: string;
  /** The audience of tokens. Default: that of Splice's LocalNet. */
  readonly audience?: string;
}

const localnetOptionChecks: OptionChecks<LocalnetOptions> = {
  ...localnetLedgerOptionChecks,
  secret: secretOptionCheck,
  audience: textOptionCheck,
};

/** Splice LocalNet in this process: participants, validators, Scan and the token registry over one ledger. */
export interface Localnet {
  readonly ledger: Ledger;
  /** Party ids of the DSO and of the validators. */
  readonly parties: LocalnetPartyIds;
  /**
   * A `fetch` without sockets for LocalNet's addresses, such as `http://localhost:2975/v2/version` and
   * `http://scan.localhost:4000/api/scan/v0/dso`. For other hosts and relative URLs, the node app-user
   * answers, and only the path matters.
   */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /**
   * Returns a router for an Express app. It serves the services of the node app-user at their paths: `/v2`,
   * `/api/validator`, `/api/scan`, `/registry`.
   */
  readonly router: () => ExpressMiddleware;
  /** Listens on LocalNet's ports. Rejects with INVALID_ARGUMENT for a port that is taken. */
  readonly listen: (options?: LocalnetListenOptions) => Promise<LocalnetServer>;
  /** Returns a token of a user for `Authorization: Bearer …`. It does not expire. */
  readonly token: (userId: string) => string;
  /**
   * Returns an independent LocalNet that begins with the present content of this one. Takes constant time.
   */
  readonly fork: () => Promise<Localnet>;
  /**
   * Resolves when automation has done everything that is due by the ledger's clock: rounds, acceptances,
   * payments.
   */
  readonly settled: () => Promise<void>;
  /** Closes the ledger, and the servers that `listen` opened. Further calls have no effect. */
  readonly close: () => Promise<void>;
}

/**
 * Creates a LocalNet from DARs. This takes about a second of processor time if the packages have passed the
 * checker on this machine before. To create more LocalNets, call {@link Localnet.fork}, which is faster.
 * Rejects with INVALID_ARGUMENT for an unknown option, and as `openLocalnetLedger` does.
 */
export const createLocalnet = async (options: LocalnetOptions = {}): Promise<Localnet> => {
  requireWellFormedOptions(options, localnetOptionChecks);
  const { ledger, automation } = await openLocalnetLedger(options);
  return createLocalnetOnLedger(ledger, automation, options);
};

const createPartyIds = ({ state }: Ledger): LocalnetPartyIds => {
  const id = (hint: string): string => `${hint}::${getNamespace(state.participantId)}`;
  return {
    dso: id(dsoPartyHint),
    sv: id(localNetNodes.sv.partyHint),
    appUser: id(localNetNodes.appUser.partyHint),
    appProvider: id(localNetNodes.appProvider.partyHint),
  };
};

/** Creates the services of a LocalNet for a ledger that was bootstrapped. */
export const createLocalnetOnLedger = (
  ledger: Ledger,
  automation: LedgerAutomation,
  { secret = localnetTokenSecret, audience = localnetTokenAudience }: LocalnetOptions = {},
): Localnet => {
  const parties = createPartyIds(ledger);
  const tokens: KeyVerifierOption = { hs256Secret: secret, audience };
  const time = scheduleLedgerAutomation(ledger, automation);
  const stopReporting = recordAutomationInRequestJournal(ledger);
  const host: LocalnetServiceContext = {
    ledger,
    parties,
    verifier: createSingleKeyVerifier(tokens),
  };
  const access: LocalnetTokenSettings = { auth: tokens, maxTokenLifetimeSeconds: Infinity };
  const fetchLedger = createFetch(ledger, access);
  const parts: LocalnetRoutingContext = { host, access, fetchLedger };
  const servers: Promise<LocalnetServer>[] = [];
  const closeServers = async (): Promise<void> => {
    for (const opened of await Promise.allSettled(servers)) {
      if (opened.status === "fulfilled") await opened.value.close();
    }
  };
  return {
    ledger,
    parties,
    fetch: localnetFetch(parts),
    router: () => createLocalnetPortRouter(parts, 0),
    listen: (options) => {
      const routerFor = (port: number): ExpressMiddleware => createLocalnetPortRouter(parts, port);
      const server = listenOnLocalnetPorts({ ledger, access, routerFor }, options);
      servers.push(server);
      return server;
    },
    token: (userId) => createSelfSignedToken(userId, { secret, audience }),
    fork: async () => createLocalnetOnLedger(await ledger.fork(), automation, { secret, audience }),
    settled: () => ledger.settled(),
    close: async () => {
      time.stop();
      stopReporting();
      await closeServers();
      await ledger.close();
    },
  };
};

const localnetFetch =
  (parts: LocalnetRoutingContext): Localnet["fetch"] =>
  async (input, init) => {
    const { host, fetchLedger } = parts;
    const url = new URL(input instanceof Request ? input.url : input, "http://localnet.invalid");
    const isLocal = url.hostname === "127.0.0.1" || /(^|\.)localhost$/.test(url.hostname);
    const target = findServiceTarget({
      port: isLocal ? Number(url.port) : 0,
      host: url.hostname,
      path: url.pathname,
    });
    if (target === undefined) {
      return createLocalnetServiceResponse(createPathNotServedReply(url.href));
    }
    if (target.service === "ledger") {
      return target.node === "appUser"
        ? fetchLedger(input, init)
        : createLocalnetNodeFetch(host.ledger, target.node, fetchLedger)(input, init);
    }
    const request = new Request(input instanceof Request ? input : url, init);
    request.signal.throwIfAborted();
    const { service } = target;
    const reply = await answerSpliceServiceRequest(
      parts,
      { service, node: target.node },
      {
        method: request.method,
        path: target.path,
        query: url.search.slice(1),
        authorization: request.headers.get("authorization") ?? undefined,
        body: new Uint8Array(await request.arrayBuffer()),
      },
    );
    return createLocalnetServiceResponse(reply);
  };
