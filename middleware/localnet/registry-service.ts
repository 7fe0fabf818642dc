import {
  type LocalnetStateView,
  readLocalnetStateView,
  registry,
  registryV2,
} from "../../lib/localnet/index.ts";
import registryDocument from "../../spec/token-registry.json" with { type: "json" };
import registryV2Document from "../../spec/token-registry-v2.json" with { type: "json" };
import type { LocalnetServiceContext } from "./localnet-service-context.ts";
import {
  combineRegistryVersions,
  createLocalnetService,
  getPathParameter,
  type LocalnetService,
  type LocalnetServiceHandler,
} from "./service.ts";

const handleInstructionContext =
  (choice: "accept" | "reject" | "withdraw"): LocalnetServiceHandler<LocalnetServiceContext> =>
  ({ params, body }, host) =>
    registry.getTransferInstructionChoiceContext(
      readLocalnetStateView(host),
      getPathParameter(params, "contractId"),
      {
        ...(body as registry.ChoiceContextOptions),
        choice,
      },
    );

const handleAllocationContext =
  (choice: registry.TokenAllocationChoice): LocalnetServiceHandler<LocalnetServiceContext> =>
  ({ params, body }, host) =>
    registry.createAllocationChoiceContext(
      readLocalnetStateView(host),
      getPathParameter(params, "contractId"),
      {
        ...(body as registry.ChoiceContextOptions),
        choice,
      },
    );

/**
 * Returns the arguments of a choice. The validation by the API document guarantees that they are an object.
 */
const readChoiceArguments = (body: unknown) =>
  (body as { readonly choiceArguments: Readonly<Record<string, unknown>> }).choiceArguments;

const registryV1Service: LocalnetService<LocalnetServiceContext> = createLocalnetService({
  document: registryDocument,
  handlers: {
    registryInfo: (_, host) => registry.createTokenRegistryInfo(readLocalnetStateView(host)),
    instruments: (_, host) => registry.listInstruments(readLocalnetStateView(host)),
    instrument: ({ params }, host) =>
      registry.requireInstrument(
        readLocalnetStateView(host),
        getPathParameter(params, "instrumentId"),
      ),
    transferFactory: ({ body }, host) =>
      registry.getTransferFactory(
        readLocalnetStateView(host),
        readChoiceArguments(body),
        body as registry.ChoiceContextOptions,
      ),
    allocationFactory: ({ body }, host) =>
      registry.getAllocationFactory(
        readLocalnetStateView(host),
        readChoiceArguments(body),
        body as registry.ChoiceContextOptions,
      ),
    acceptTransferContext: handleInstructionContext("accept"),
    rejectTransferContext: handleInstructionContext("reject"),
    withdrawTransferContext: handleInstructionContext("withdraw"),
    executeTransferContext: handleAllocationContext("execute-transfer"),
    withdrawAllocationContext: handleAllocationContext("withdraw"),
    cancelAllocationContext: handleAllocationContext("cancel"),
  },
});

type RegistryV2Handler = (
  view: LocalnetStateView,
  call: { readonly contractId: string; readonly body: unknown },
) => unknown;

/** Returns a handler that raises status 501 if the packages implement version 1 only. */
const requireVersionTwoFor =
  (handle: RegistryV2Handler): LocalnetServiceHandler<LocalnetServiceContext> =>
  ({ params, body }, host) => {
    const view = readLocalnetStateView(host);
    registryV2.requireTokenStandardV2(view);
    return handle(view, { contractId: getPathParameter(params, "contractId"), body });
  };

const instructionV2 = (
  choice: registry.TransferInstructionChoice,
): LocalnetServiceHandler<LocalnetServiceContext> =>
  requireVersionTwoFor((view, { contractId, body }) =>
    registry.getTransferInstructionChoiceContext(view, contractId, {
      ...(body as registry.ChoiceContextOptions),
      choice,
    }),
  );

const factoryV2 = (
  factory: (
    view: LocalnetStateView,
    choiceArguments: Readonly<Record<string, unknown>>,
    options: registry.ChoiceContextOptions,
  ) => unknown,
): LocalnetServiceHandler<LocalnetServiceContext> =>
  requireVersionTwoFor((view, { body }) =>
    factory(view, readChoiceArguments(body), body as registry.ChoiceContextOptions),
  );

const allocationV2 = requireVersionTwoFor((view, { contractId, body }) =>
  registryV2.createAllocationChoiceContextV2(
    view,
    contractId,
    body as registry.ChoiceContextOptions,
  ),
);

const handleAllocationInstruction = requireVersionTwoFor(
  registryV2.throwUnsupportedAllocationInstruction,
);

const registryV2Service: LocalnetService<LocalnetServiceContext> = createLocalnetService({
  document: registryV2Document,
  handlers: {
    transferFactory: factoryV2(registryV2.getTransferFactoryV2),
    acceptTransferContext: instructionV2("accept"),
    rejectTransferContext: instructionV2("reject"),
    withdrawTransferContext: instructionV2("withdraw"),
    allocationFactory: factoryV2(registryV2.getAllocationFactoryV2),
    acceptInstructionContext: handleAllocationInstruction,
    withdrawInstructionContext: handleAllocationInstruction,
    settlementFactory: factoryV2(registryV2.getSettlementFactory),
    withdrawAllocationContext: allocationV2,
    cancelAllocationContext: allocationV2,
  },
});

/** The registry of Amulet. */
export const tokenRegistryService = combineRegistryVersions(registryV1Service, registryV2Service);
