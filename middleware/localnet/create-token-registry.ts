import type { Ledger } from "../../lib/index.ts";
import {
  type TokenFactoryChoiceName,
  tokenRegistry,
  type TokenRegistryHost,
  type TokenRegistryOptions,
} from "../../lib/localnet/index.ts";
import registryDocument from "../../spec/token-registry.json" with { type: "json" };
import registryV2Document from "../../spec/token-registry-v2.json" with { type: "json" };
import type { ExpressMiddleware } from "../express/express-middleware.ts";
import { createLocalnetServiceResponse } from "./participant-view.ts";
import { passExpressRequestToService } from "./router.ts";
import {
  combineRegistryVersions,
  createLocalnetService,
  getPathParameter,
  type LocalnetServiceHandler,
} from "./service.ts";

/** The off-ledger API of a token, which wallets call. */
export interface TokenRegistry {
  /** Returns a router that serves `/registry/…`. Other paths pass through to the app. */
  readonly router: () => ExpressMiddleware;
  /** Answers requests without a socket. Only the path of the URL matters. */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
}

type FactoryRequest = Parameters<typeof tokenRegistry.requireTokenFactoryJson>[2];

/** Returns the handlers for the choices of one version of the token standard. */
const createTokenHandlers = (version: 1 | 2) => ({
  factory:
    (choice: TokenFactoryChoiceName): LocalnetServiceHandler<TokenRegistryHost> =>
    ({ body }, host) =>
      tokenRegistry.requireTokenFactoryJson(host, { version, choice }, body as FactoryRequest),
  context:
    (choice: tokenRegistry.ContextRequest["choice"]): LocalnetServiceHandler<TokenRegistryHost> =>
    ({ params, body }, host) =>
      tokenRegistry.createTokenChoiceContextJson(
        host,
        { version, choice, contractId: getPathParameter(params, "contractId") },
        body as { readonly excludeDebugFields?: boolean },
      ),
});

/** Returns the handlers that both versions have. */
const sharedHandlers = ({ factory, context }: ReturnType<typeof createTokenHandlers>) => ({
  transferFactory: factory("TransferFactory_Transfer"),
  allocationFactory: factory("AllocationFactory_Allocate"),
  acceptTransferContext: context("TransferInstruction_Accept"),
  rejectTransferContext: context("TransferInstruction_Reject"),
  withdrawTransferContext: context("TransferInstruction_Withdraw"),
  withdrawAllocationContext: context("Allocation_Withdraw"),
  cancelAllocationContext: context("Allocation_Cancel"),
});

const [one, two] = [createTokenHandlers(1), createTokenHandlers(2)];

const registryService = combineRegistryVersions(
  createLocalnetService<TokenRegistryHost>({
    document: registryDocument,
    handlers: {
      ...sharedHandlers(one),
      registryInfo: (_, host) => tokenRegistry.createRegistryInfoJson(host),
      instruments: ({ query }, host) => tokenRegistry.createInstrumentPageJson(host, query),
      instrument: ({ params }, host) =>
        tokenRegistry.requireInstrumentJson(host, getPathParameter(params, "instrumentId")),
      executeTransferContext: one.context("Allocation_ExecuteTransfer"),
    },
  }),
  createLocalnetService<TokenRegistryHost>({
    document: registryV2Document,
    handlers: {
      ...sharedHandlers(two),
      acceptInstructionContext: two.context("AllocationInstruction_Accept"),
      withdrawInstructionContext: two.context("AllocationInstruction_Withdraw"),
      settlementFactory: two.factory("SettlementFactory_SettleBatch"),
    },
  }),
);

/**
 * Creates the registry for your own token (CIP-56, and CIP-112 if the token implements it). It finds
 * factories, instructions and allocations on the ledger by the interfaces that the token's templates implement.
 * `context` returns the contracts and flags that a choice needs in addition.
 */
export const createTokenRegistry = (
  ledger: Ledger,
  options: TokenRegistryOptions,
): TokenRegistry => {
  const host: TokenRegistryHost = { ...options, ledger };
  return {
    router: () => (request, response, next) => {
      if (!request.path.startsWith("/registry/")) return next();
      passExpressRequestToService(request, response, (asked) => registryService(asked, host)).catch(
        next,
      );
    },
    fetch: async (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input, "http://registry.invalid");
      const request = new Request(input instanceof Request ? input : url, init);
      request.signal.throwIfAborted();
      const reply = await registryService(
        {
          method: request.method,
          path: url.pathname,
          query: url.search.slice(1),
          authorization: undefined,
          body: new Uint8Array(await request.arrayBuffer()),
        },
        host,
      );
      return createLocalnetServiceResponse(reply);
    },
  };
};
