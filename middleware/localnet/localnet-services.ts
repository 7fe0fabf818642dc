import type { Ledger } from "../../lib/index.ts";
import {
  instanceNames,
  ledgerApiUser,
  localNetNodes,
  type LocalnetView,
  readLocalnetView,
  registry,
  registryV2,
  scan,
  ServiceError,
  snapshots,
  transferCommandStatus,
  updates,
  validator,
  type ValidatorNode,
  wallet,
} from "../../lib/localnet/index.ts";
import scanDocument from "../../spec/localnet-scan.json" with { type: "json" };
import validatorDocument from "../../spec/localnet-validator.json" with { type: "json" };
import registryDocument from "../../spec/token-registry.json" with { type: "json" };
import registryV2Document from "../../spec/token-registry-v2.json" with { type: "json" };
import type { TokenVerifier } from "../auth/token-verifier.ts";
import {
  AnswerWithStatus,
  createService,
  type LocalnetService,
  pathParameter,
  registryByVersion,
  type ServiceCall,
  serviceFailureReply,
  type ServiceHandler,
  type TokenAuthorizer,
} from "./service.ts";

/** The parts of a LocalNet that its services need. */
export interface LocalnetHost {
  readonly ledger: Ledger;
  readonly parties: LocalnetPartyIds;
  /** Verifies the tokens of the validators' users. */
  readonly verifier: TokenVerifier;
}

/** Party ids of a LocalNet. */
export interface LocalnetPartyIds {
  readonly dso: string;
  readonly sv: string;
  readonly appUser: string;
  readonly appProvider: string;
}

/** A validator of a LocalNet, for its handlers. */
export interface ValidatorHost extends LocalnetHost, ValidatorNode {}

type ServiceHandlers<Host> = Readonly<Record<string, ServiceHandler<Host>>>;

/** The response of the version endpoints. */
const versionReply = { version: "0.6.1", commit_ts: "2026-05-01T00:00:00Z" };

const commonHandlers: ServiceHandlers<LocalnetHost> = {
  isReady: () => undefined,
  isLive: () => undefined,
  status: () => ({ success: { id: "localnet", uptime: "PT0S", ports: {}, active: true } }),
  version: () => versionReply,
};

const textOrEmpty = (value: unknown): string => (typeof value === "string" ? value : "");

/** Returns handlers that first wait until automation has done everything that is due by the clock. */
const runAutomationBeforeHandling = <Host extends LocalnetHost>(
  handlers: ServiceHandlers<Host>,
): ServiceHandlers<Host> =>
  Object.fromEntries(
    Object.entries(handlers).map(([id, handler]) => [
      id,
      async (call: ServiceCall, host: Host): Promise<unknown> => {
        await host.ledger.settled();
        return handler(call, host);
      },
    ]),
  );

const handleInstructionContext =
  (choice: "accept" | "reject" | "withdraw"): ServiceHandler<LocalnetHost> =>
  ({ params, body }, host) =>
    registry.transferInstructionContext(
      readLocalnetView(host),
      pathParameter(params, "contractId"),
      {
        ...(body as registry.ContextOptions),
        choice,
      },
    );

const handleAllocationContext =
  (choice: registry.AllocationChoice): ServiceHandler<LocalnetHost> =>
  ({ params, body }, host) =>
    registry.allocationContext(readLocalnetView(host), pathParameter(params, "contractId"), {
      ...(body as registry.ContextOptions),
      choice,
    });

/**
 * Returns the arguments of a choice. The validation by the API document guarantees that they are an object.
 */
const readChoiceArguments = (body: unknown) =>
  (body as { readonly choiceArguments: Readonly<Record<string, unknown>> }).choiceArguments;

const registryV1Service: LocalnetService<LocalnetHost> = createService({
  document: registryDocument,
  handlers: runAutomationBeforeHandling<LocalnetHost>({
    registryInfo: (_, host) => registry.registryInfo(readLocalnetView(host)),
    instruments: (_, host) => registry.listInstruments(readLocalnetView(host)),
    instrument: ({ params }, host) =>
      registry.findInstrument(readLocalnetView(host), pathParameter(params, "instrumentId")),
    transferFactory: ({ body }, host) =>
      registry.transferFactory(
        readLocalnetView(host),
        readChoiceArguments(body),
        body as registry.ContextOptions,
      ),
    allocationFactory: ({ body }, host) =>
      registry.allocationFactory(
        readLocalnetView(host),
        readChoiceArguments(body),
        body as registry.ContextOptions,
      ),
    acceptTransferContext: handleInstructionContext("accept"),
    rejectTransferContext: handleInstructionContext("reject"),
    withdrawTransferContext: handleInstructionContext("withdraw"),
    executeTransferContext: handleAllocationContext("execute-transfer"),
    withdrawAllocationContext: handleAllocationContext("withdraw"),
    cancelAllocationContext: handleAllocationContext("cancel"),
  }),
});

type RegistryV2Handler = (
  view: LocalnetView,
  call: { readonly contractId: string; readonly body: unknown },
) => unknown;

/** Returns a handler that raises status 501 if the packages implement version 1 only. */
const requireVersionTwoFor =
  (handle: RegistryV2Handler): ServiceHandler<LocalnetHost> =>
  ({ params, body }, host) => {
    const view = readLocalnetView(host);
    registryV2.requireVersionTwo(view);
    return handle(view, { contractId: pathParameter(params, "contractId"), body });
  };

const instructionV2 = (choice: registry.TransferInstructionChoice): ServiceHandler<LocalnetHost> =>
  requireVersionTwoFor((view, { contractId, body }) =>
    registry.transferInstructionContext(view, contractId, {
      ...(body as registry.ContextOptions),
      choice,
    }),
  );

const factoryV2 = (
  factory: (
    view: LocalnetView,
    choiceArguments: Readonly<Record<string, unknown>>,
    options: registry.ContextOptions,
  ) => unknown,
): ServiceHandler<LocalnetHost> =>
  requireVersionTwoFor((view, { body }) =>
    factory(view, readChoiceArguments(body), body as registry.ContextOptions),
  );

const allocationV2 = requireVersionTwoFor((view, { contractId, body }) =>
  registryV2.allocationContext(view, contractId, body as registry.ContextOptions),
);

const handleAllocationInstruction = requireVersionTwoFor(registryV2.allocationInstructionContext);

const registryV2Service: LocalnetService<LocalnetHost> = createService({
  document: registryV2Document,
  handlers: runAutomationBeforeHandling<LocalnetHost>({
    transferFactory: factoryV2(registryV2.transferFactory),
    acceptTransferContext: instructionV2("accept"),
    rejectTransferContext: instructionV2("reject"),
    withdrawTransferContext: instructionV2("withdraw"),
    allocationFactory: factoryV2(registryV2.allocationFactory),
    acceptInstructionContext: handleAllocationInstruction,
    withdrawInstructionContext: handleAllocationInstruction,
    settlementFactory: factoryV2(registryV2.settlementFactory),
    withdrawAllocationContext: allocationV2,
    cancelAllocationContext: allocationV2,
  }),
});

/** The registry of Amulet. */
export const registryService = registryByVersion(registryV1Service, registryV2Service);

/** Lists that the API document requires in the body, so they are never absent. */
interface CachedRoundIds {
  readonly cached_open_mining_round_contract_ids: readonly string[];
  readonly cached_issuing_round_contract_ids: readonly string[];
}

const readCachedContractId = (body: unknown, name: string): string | undefined =>
  (body as Readonly<Record<string, string | undefined>>)[`cached_${name}_contract_id`];

/** Handlers of endpoints that both Scan and the scan proxy of a validator have. */
const sharedScanHandlers: ServiceHandlers<LocalnetHost> = {
  dsoInfo: (_, host) =>
    scan.createDsoInfoJson(readLocalnetView(host), host.parties.sv, localNetNodes.sv.walletUser),
  dsoParty: (_, host) => scan.createDsoPartyJson(readLocalnetView(host)),
  featuredApp: ({ params }, host) =>
    scan.findFeaturedAppJson(readLocalnetView(host), pathParameter(params, "provider")),
  preapprovalByParty: ({ params }, host) =>
    scan.findPreapprovalJson(readLocalnetView(host), pathParameter(params, "party")),
  transferCommandCounter: ({ params }, host) =>
    scan.findTransferCounterJson(readLocalnetView(host), pathParameter(params, "party")),
  transferCommandStatus: ({ query }, host) =>
    transferCommandStatus(readLocalnetView(host), {
      sender: textOrEmpty(query["sender"]),
      nonce: Number(query["nonce"]),
    }),
  ansEntries: ({ query }, host) =>
    scan.listAnsEntriesJson(readLocalnetView(host), {
      prefix: textOrEmpty(query["name_prefix"]),
      pageSize: Number(query["page_size"]),
    }),
  ansEntryByParty: ({ params }, host) =>
    scan.findAnsEntryJson(readLocalnetView(host), { party: pathParameter(params, "party") }),
  ansEntryByName: ({ params }, host) =>
    scan.findAnsEntryJson(readLocalnetView(host), { name: pathParameter(params, "name") }),
  ansRules: ({ body }, host) =>
    scan.createAnsRulesUpdateJson(readLocalnetView(host), readCachedContractId(body, "ans_rules")),
  holdingsSummary: ({ body }, host) =>
    snapshots.holdingsSummary(readLocalnetView(host), body as snapshots.HoldingsSummaryRequest),
};

const readValueEncoding = (query: ServiceCall["query"]): string | undefined => {
  const encoding = query["daml_value_encoding"];
  return typeof encoding === "string" ? encoding : undefined;
};

/** Serves Scan, below `/api/scan`. */
export const scanService: LocalnetService<LocalnetHost> = createService({
  document: scanDocument,
  handlers: runAutomationBeforeHandling<LocalnetHost>({
    ...commonHandlers,
    ...sharedScanHandlers,
    instanceNames: () => instanceNames,
    featureSupport: () => ({}),
    closedRounds: (_, host) => scan.createClosedRoundsJson(readLocalnetView(host)),
    amuletRules: ({ body }, host) =>
      scan.createAmuletRulesUpdateJson(
        readLocalnetView(host),
        readCachedContractId(body, "amulet_rules"),
      ),
    externalPartyAmuletRules: ({ body }, host) =>
      scan.createExternalRulesUpdateJson(
        readLocalnetView(host),
        readCachedContractId(body, "external_party_amulet_rules"),
      ),
    rounds: ({ body }, host) => {
      const cached = body as CachedRoundIds;
      return scan.createRoundsUpdateJson(readLocalnetView(host), {
        open: cached.cached_open_mining_round_contract_ids,
        issuing: cached.cached_issuing_round_contract_ids,
      });
    },
    featuredApps: (_, host) => scan.listFeaturedAppsJson(readLocalnetView(host)),
    featuredAppsByProvider: ({ params }, host) =>
      scan.listFeaturedAppsJson(readLocalnetView(host), params["provider"]),
    featuredAppById: ({ params }, host) =>
      scan.findFeaturedAppByIdJson(readLocalnetView(host), pathParameter(params, "contractId")),
    participantOf: ({ params }, host) => ({
      participant_id: scan.findHostingParticipant(
        readLocalnetView(host),
        pathParameter(params, "party"),
      ),
    }),
    participantsOf: ({ params }, host) => ({
      participant_ids: [
        scan.findHostingParticipant(readLocalnetView(host), pathParameter(params, "party")),
      ],
    }),
    updateHistory: ({ body }, host) =>
      updates.updateHistory(readLocalnetView(host), body as updates.UpdateHistoryRequest),
    updateById: ({ params, query }, host) =>
      updates.updateById(readLocalnetView(host), {
        updateId: pathParameter(params, "updateId"),
        encoding: readValueEncoding(query),
      }),
    updateByHash: ({ params, query }, host) =>
      updates.updateByHash(readLocalnetView(host), {
        hash: pathParameter(params, "hash"),
        encoding: readValueEncoding(query),
      }),
    snapshotBefore: ({ query }, host) =>
      snapshots.snapshotBefore(
        readLocalnetView(host),
        textOrEmpty(query["before"]),
        Number(query["migration_id"]),
      ),
    snapshotAfter: ({ query }, host) =>
      snapshots.snapshotAfter(
        readLocalnetView(host),
        textOrEmpty(query["after"]),
        Number(query["migration_id"]),
      ),
    transactions: ({ body }, host) =>
      scan.createAmuletHistoryJson(
        host.ledger,
        body as Parameters<typeof scan.createAmuletHistoryJson>[1],
      ),
    forceSnapshot: (_, host) => snapshots.forceSnapshot(readLocalnetView(host)),
    acs: ({ body }, host) =>
      snapshots.readAcsPage(readLocalnetView(host), body as snapshots.AcsRequest, "event"),
    acsV1: ({ body }, host) =>
      snapshots.readAcsPage(readLocalnetView(host), body as snapshots.AcsRequest, "contract"),
    holdings: ({ body }, host) =>
      snapshots.readHoldingsPage(
        readLocalnetView(host),
        body as snapshots.HoldingsRequest,
        "event",
      ),
    holdingsV1: ({ body }, host) =>
      snapshots.readHoldingsPage(
        readLocalnetView(host),
        body as snapshots.HoldingsRequest,
        "contract",
      ),
    trafficStatus: ({ params }, host) =>
      scan.createTrafficStatusJson(readLocalnetView(host), {
        synchronizerId: pathParameter(params, "synchronizer"),
        member: pathParameter(params, "member"),
      }),
  }),
});

const forbiddenError = (message: string): ServiceError => new ServiceError(403, message);

/** Accepts every token with a valid signature, and returns its user id. The user need not exist. */
const requireToken: TokenAuthorizer<LocalnetHost> = (authorization, { ledger, verifier }) => {
  const [, text] = /^bearer +(\S+)$/i.exec(authorization ?? "") ?? [];
  const verified = text === undefined ? undefined : verifier.verify(text, ledger);
  // A verifier with a key returns no promise.
  const userId = verified instanceof Promise ? undefined : verified?.userId;
  if (userId !== undefined) return userId;
  throw new ServiceError(
    401,
    text === undefined
      ? "Missing or malformed Authorization header: send `Bearer <token>`."
      : "The token is not genuine, has expired, or is for another audience.",
  );
};

/** Returns the rights of the token's user. A user that does not exist has no rights. */
const readCallerRights = (authorization: string | undefined, host: LocalnetHost) => {
  const userId = requireToken(authorization, host);
  const user = host.ledger.state.users.get(userId);
  if (user?.isDeactivated === true) throw forbiddenError(`The user ${userId} is deactivated.`);
  const rights = user === undefined ? [] : [...user.rights.values()];
  const mayActAs = (party: string): boolean =>
    rights.some((right) => right.kind === "CanActAs" && right.party === party);
  const isAdmin = rights.some((right) => right.kind === "ParticipantAdmin");
  return { userId, mayActAs, isAdmin, primaryParty: user?.primaryParty };
};

/** The authorization rules of a validator's operations. */
const validatorSecurity: Readonly<
  Record<"token" | "wallet" | "admin", TokenAuthorizer<ValidatorHost>>
> = {
  token: requireToken,
  wallet: (authorization, host) => {
    const { userId, mayActAs } = readCallerRights(authorization, host);
    const { party } = wallet.requireWallet(host, userId);
    if (!mayActAs(party)) throw forbiddenError(`The user ${userId} may not act as ${party}.`);
    return userId;
  },
  admin: (authorization, host) => {
    const { userId, mayActAs, isAdmin, primaryParty } = readCallerRights(authorization, host);
    // All validators have the user `ledger-api-user`. On each participant, its primary party is that of the
    // participant's validator.
    const isPrimary = userId === ledgerApiUser || primaryParty === host.validatorParty;
    if (isAdmin && isPrimary && mayActAs(host.validatorParty)) return userId;
    throw forbiddenError(`The user ${userId} is not the operator of this validator.`);
  },
};

type WalletHandler = ServiceHandler<ValidatorHost>;

const findWallet = ({ userId = "" }: ServiceCall, host: ValidatorHost): wallet.UserWallet =>
  wallet.requireWallet(host, userId);

/** Returns a handler that acts on the wallet of the caller. */
const handleWallet =
  (handle: (of: wallet.UserWallet) => unknown): WalletHandler =>
  (call, host) =>
    handle(findWallet(call, host));

/**
 * Returns a handler that acts on the wallet of the caller with the body, which was validated by the API
 * document.
 */
const handleWalletBody =
  <Body>(handle: (of: wallet.UserWallet, body: Body) => unknown): WalletHandler =>
  (call, host) =>
    handle(findWallet(call, host), call.body as Body);

/** Returns a handler that acts on the wallet of the caller with the id in the path. */
const handleWalletId =
  (handle: (of: wallet.UserWallet, id: string) => unknown): WalletHandler =>
  (call, host) =>
    handle(
      findWallet(call, host),
      pathParameter(call.params, "id") || pathParameter(call.params, "contractId"),
    );

/** Returns a handler for the operator of the validator. The body was validated by the API document. */
const handleOperator =
  <Body>(handle: (node: ValidatorNode, body: Body) => unknown): WalletHandler =>
  ({ body }, host) =>
    handle(host, body as Body);

const tokenTransfer = (choice: "accept" | "reject" | "withdraw"): WalletHandler =>
  handleWalletId((of, id) => wallet.onTokenTransfer(of, id, choice));

const tokenTransferV2 = (choice: "accept" | "reject" | "withdraw"): WalletHandler =>
  handleWalletId((of, id) => wallet.onTokenTransferV2(of, id, choice));

const validatorApi: LocalnetService<ValidatorHost> = createService({
  document: validatorDocument,
  security: validatorSecurity,
  handlers: runAutomationBeforeHandling<ValidatorHost>({
    ...commonHandlers,
    ...sharedScanHandlers,
    validatorUser: (_, host) => validator.validatorUser(host),
    amuletRules: (_, host) => scan.createAmuletRulesJson(readLocalnetView(host)),
    rounds: (_, host) => scan.createRoundsJson(readLocalnetView(host)),
    register: ({ userId = "" }, host) => validator.onboardUser(host, { name: userId }),
    onboardUser: handleOperator(validator.onboardUser),
    listUsers: (_, host) => validator.listUsers(host),
    offboardUser: ({ query }, host) => validator.offboardUser(host, textOrEmpty(query["username"])),
    listPreapprovals: (_, host) => validator.listPreapprovals(host),
    adminPreapprovalByParty: ({ params }, host) =>
      scan.findPreapprovalJson(readLocalnetView(host), pathParameter(params, "party")),
    cancelPreapproval: ({ params }, host) =>
      validator.cancelPreapproval(host, pathParameter(params, "party")),
    generateTopology: handleOperator(validator.generateTopology),
    submitTopology: handleOperator(validator.submitTopology),
    createSetupProposal: handleOperator(validator.createSetupProposal),
    listSetupProposals: (_, host) => validator.listSetupProposals(host),
    prepareAccept: handleOperator(validator.prepareAccept),
    submitAccept: handleOperator(validator.submitAccept),
    prepareSend: handleOperator(validator.prepareSend),
    submitSend: handleOperator(validator.submitSend),
    externalBalance: ({ query }, host) =>
      validator.externalBalance(host, textOrEmpty(query["party_id"])),
    userStatus: ({ userId = "" }, host) => wallet.getWalletUserStatus(host, userId),
    balance: handleWallet(wallet.readBalance),
    amulets: handleWallet(wallet.listAmulets),
    tap: handleWalletBody(wallet.tapAmulets),
    selfGrantFeaturedAppRight: handleWallet(wallet.selfGrantFeaturedAppRight),
    cancelFeaturedAppRights: handleWallet(wallet.cancelFeaturedAppRights),
    createTransferPreapproval: handleWallet(async (of) => {
      const { status, body } = await wallet.createTransferPreapproval(of);
      return new AnswerWithStatus(status, body);
    }),
    sendByPreapproval: handleWalletBody(wallet.sendByPreapproval),
    createTokenTransfer: handleWalletBody(wallet.createTokenTransfer),
    listTokenTransfers: handleWallet(wallet.listTokenTransfers),
    acceptTokenTransfer: tokenTransfer("accept"),
    rejectTokenTransfer: tokenTransfer("reject"),
    withdrawTokenTransfer: tokenTransfer("withdraw"),
    createTransferOffer: handleWalletBody(wallet.createTransferOffer),
    listTransferOffers: handleWallet(wallet.listTransferOffers),
    listAcceptedTransferOffers: handleWallet(wallet.listAcceptedTransferOffers),
    transferOfferStatus: handleWalletId(wallet.transferOfferStatus),
    acceptTransferOffer: handleWalletId(wallet.acceptTransferOffer),
    rejectTransferOffer: handleWalletId(wallet.rejectTransferOffer),
    withdrawTransferOffer: handleWalletId(wallet.withdrawTransferOffer),
    createBuyTrafficRequest: handleWalletBody(wallet.createBuyTrafficRequest),
    buyTrafficStatus: handleWalletId(wallet.buyTrafficStatus),
    featureSupport: () => ({ token_standard: true, transfer_preapproval_description: true }),
    allocate: handleWalletBody(wallet.createAllocation),
    listAllocations: handleWallet(wallet.listAllocations),
    withdrawAllocation: handleWalletId(wallet.withdrawAllocation),
    createTokenTransferV2: handleWalletBody(wallet.createTokenTransferV2),
    acceptTokenTransferV2: tokenTransferV2("accept"),
    rejectTokenTransferV2: tokenTransferV2("reject"),
    withdrawTokenTransferV2: tokenTransferV2("withdraw"),
    allocateV2: handleWalletBody(wallet.allocateV2),
    withdrawAllocationV2: handleWalletId(wallet.withdrawAllocationV2),
  }),
});

const scanProxyPath = "/v0/scan-proxy";

/**
 * Serves a node's validator, below `/api/validator`. Its scan proxy also serves the registry to every caller
 * with a valid token.
 */
export const validatorService: LocalnetService<ValidatorHost> = async (request, host) => {
  if (!request.path.startsWith(`${scanProxyPath}/registry/`)) return validatorApi(request, host);
  try {
    requireToken(request.authorization, host);
  } catch (error) {
    return serviceFailureReply(error);
  }
  return registryService({ ...request, path: request.path.slice(scanProxyPath.length) }, host);
};
