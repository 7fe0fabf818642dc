import type { Ledger } from "../../lib/index.ts";
import {
  tokenRegistry,
  type TokenRegistryHost,
  type TokenRegistryOptions,
} from "../../lib/localnet/index.ts";
import registryDocument from "../../spec/token-registry.json" with { type: "json" };
import type { ExpressMiddleware } from "../express/express-middleware.ts";
import { replyResponse } from "./participant-view.ts";
import { answerExpress } from "./router.ts";
import { createService, inPath, type ServiceHandler } from "./service.ts";

/** The off-ledger API of a token, for wallets. */
export interface TokenRegistry {
  /** Serves `/registry/…`; other paths pass through. */
  readonly router: () => ExpressMiddleware;
  /** The same without a socket: of a URL only the path counts. */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
}

const context =
  (choice: tokenRegistry.ContextRequest["choice"]): ServiceHandler<TokenRegistryHost> =>
  ({ params, body }, host) =>
    tokenRegistry.tokenChoiceContext(
      host,
      { choice, contractId: inPath(params, "contractId") },
      body as { readonly excludeDebugFields?: boolean },
    );

type FactoryRequest = Parameters<typeof tokenRegistry.tokenTransferFactory>[1];

const service = createService<TokenRegistryHost>({
  document: registryDocument,
  handlers: {
    registryInfo: (_, host) => tokenRegistry.tokenRegistryInfo(host),
    instruments: ({ query }, host) => tokenRegistry.tokenInstruments(host, query),
    instrument: ({ params }, host) =>
      tokenRegistry.tokenInstrument(host, inPath(params, "instrumentId")),
    transferFactory: ({ body }, host) =>
      tokenRegistry.tokenTransferFactory(host, body as FactoryRequest),
    allocationFactory: ({ body }, host) =>
      tokenRegistry.tokenAllocationFactory(host, body as FactoryRequest),
    acceptTransferContext: context("TransferInstruction_Accept"),
    rejectTransferContext: context("TransferInstruction_Reject"),
    withdrawTransferContext: context("TransferInstruction_Withdraw"),
    executeTransferContext: context("Allocation_ExecuteTransfer"),
    withdrawAllocationContext: context("Allocation_Withdraw"),
    cancelAllocationContext: context("Allocation_Cancel"),
  },
});

/**
 * The registry of a token of your own (CIP-56): factories, instructions and allocations are found on the ledger by the
 * interfaces that the token's templates implement. What its choices need besides, `context` says.
 */
export const createTokenRegistry = (
  ledger: Ledger,
  options: TokenRegistryOptions,
): TokenRegistry => {
  const host: TokenRegistryHost = { ...options, ledger };
  return {
    router: () => (request, response, next) => {
      if (!request.path.startsWith("/registry/")) return next();
      answerExpress(request, response, (asked) => service(asked, host)).catch(next);
    },
    fetch: async (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input, "http://registry.invalid");
      const request = new Request(input instanceof Request ? input : url, init);
      request.signal.throwIfAborted();
      const reply = await service(
        {
          method: request.method,
          path: url.pathname,
          query: url.search.slice(1),
          authorization: undefined,
          body: new Uint8Array(await request.arrayBuffer()),
        },
        host,
      );
      return replyResponse(reply);
    },
  };
};
