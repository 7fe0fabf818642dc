import {
  readLocalnetStateView,
  scan,
  validator,
  type ValidatorNode,
  wallet,
} from "../../lib/localnet/index.ts";
import validatorDocument from "../../spec/localnet-validator.json" with { type: "json" };
import { authorizeAnyValidToken, validatorTokenAuthorizers } from "./authorization.ts";
import {
  getTextOrEmpty,
  localnetHealthCheckHandlers,
  type ValidatorServiceContext,
} from "./localnet-service-context.ts";
import { tokenRegistryService } from "./registry-service.ts";
import { sharedScanHandlers } from "./scan-service.ts";
import {
  createLocalnetService,
  createServiceFailureReply,
  type DecodedLocalnetRequest,
  getPathParameter,
  LocalnetAnswerWithStatus,
  type LocalnetService,
  type LocalnetServiceHandler,
} from "./service.ts";

type WalletHandler = LocalnetServiceHandler<ValidatorServiceContext>;

const findWallet = (
  { userId = "" }: DecodedLocalnetRequest,
  host: ValidatorServiceContext,
): wallet.UserWallet => wallet.requireWallet(host, userId);

/** Returns a handler that acts on the wallet of the caller. */
const handleWallet =
  (handle: (of: wallet.UserWallet) => unknown): WalletHandler =>
  (call, host) =>
    handle(findWallet(call, host));

/**
 * Returns a handler that acts on the wallet of the caller with the body, which was validated against the API
 * document.
 */
const handleWalletBody =
  <Body>(handle: (of: wallet.UserWallet, body: Body) => unknown): WalletHandler =>
  (call, host) =>
    handle(findWallet(call, host), call.body as Body);

/**
 * Like {@link handleWalletBody}, for requests that spend amulets of the wallet or must have a new tracking id.
 * Runs the requests of one wallet one after the other.
 */
const handlePayment =
  <Body>(handle: (of: wallet.UserWallet, body: Body) => Promise<unknown>): WalletHandler =>
  (call, host) => {
    const of = findWallet(call, host);
    return wallet.runPaymentInTurn(of, of.party, () => handle(of, call.body as Body));
  };

/** Returns a handler that acts on the wallet of the caller with the id in the path. */
const handleWalletId =
  (handle: (of: wallet.UserWallet, id: string) => unknown): WalletHandler =>
  (call, host) =>
    handle(
      findWallet(call, host),
      getPathParameter(call.params, "id") || getPathParameter(call.params, "contractId"),
    );

/** Returns a handler for the operator of the validator. The body was validated against the API document. */
const handleOperator =
  <Body>(handle: (node: ValidatorNode, body: Body) => unknown): WalletHandler =>
  ({ body }, host) =>
    handle(host, body as Body);

const tokenTransfer = (choice: "accept" | "reject" | "withdraw"): WalletHandler =>
  handleWalletId((of, id) => wallet.exerciseTransferInstruction(of, id, choice));

const tokenTransferV2 = (choice: "accept" | "reject" | "withdraw"): WalletHandler =>
  handleWalletId((of, id) => wallet.exerciseTransferInstructionV2(of, id, choice));

const validatorApi: LocalnetService<ValidatorServiceContext> = createLocalnetService({
  document: validatorDocument,
  security: validatorTokenAuthorizers,
  handlers: {
    ...localnetHealthCheckHandlers,
    ...sharedScanHandlers,
    validatorUser: (_, host) => validator.createValidatorUserJson(host),
    amuletRules: (_, host) => scan.createAmuletRulesJson(readLocalnetStateView(host)),
    rounds: (_, host) => scan.createRoundsJson(readLocalnetStateView(host)),
    register: ({ userId = "" }, host) => validator.onboardWalletUser(host, { name: userId }),
    onboardUser: handleOperator(validator.onboardWalletUser),
    listUsers: (_, host) => validator.listUsers(host),
    offboardUser: ({ query }, host) =>
      validator.offboardWalletUser(host, getTextOrEmpty(query["username"])),
    listPreapprovals: (_, host) => validator.listTransferPreapprovals(host),
    adminPreapprovalByParty: ({ params }, host) =>
      scan.requireTransferPreapprovalJson(
        readLocalnetStateView(host),
        getPathParameter(params, "party"),
      ),
    cancelPreapproval: ({ params }, host) =>
      validator.cancelTransferPreapproval(host, getPathParameter(params, "party")),
    generateTopology: handleOperator(validator.generateExternalPartyTopologyJson),
    submitTopology: handleOperator(validator.submitSignedExternalPartyTopology),
    createSetupProposal: handleOperator((node, body: { readonly user_party_id: string }) =>
      wallet.runPaymentInTurn(node, node.validatorParty, () =>
        validator.createExternalPartySetupProposal(node, body),
      ),
    ),
    listSetupProposals: (_, host) => validator.listExternalPartySetupProposals(host),
    prepareAccept: handleOperator(validator.prepareExternalSetupAcceptance),
    submitAccept: handleOperator(validator.submitExternalSetupAcceptance),
    prepareSend: handleOperator(validator.prepareExternalPartyTransfer),
    submitSend: handleOperator(validator.submitExternalPartyTransfer),
    externalBalance: ({ query }, host) =>
      validator.readExternalPartyBalance(host, getTextOrEmpty(query["party_id"])),
    userStatus: ({ userId = "" }, host) => wallet.getWalletUserStatus(host, userId),
    balance: handleWallet(wallet.readWalletBalance),
    amulets: handleWallet(wallet.listAmulets),
    tap: handleWalletBody(wallet.tapAmulets),
    selfGrantFeaturedAppRight: handleWallet(wallet.selfGrantFeaturedAppRight),
    cancelFeaturedAppRights: handleWallet(wallet.cancelFeaturedAppRights),
    createTransferPreapproval: handleWallet(async (of) => {
      const { status, body } = await wallet.runPaymentInTurn(of, of.validatorParty, () =>
        wallet.createTransferPreapproval(of),
      );
      return new LocalnetAnswerWithStatus(status, body);
    }),
    sendByPreapproval: handlePayment(wallet.sendAmuletsByPreapproval),
    createTokenTransfer: handlePayment(wallet.createTokenTransfer),
    listTokenTransfers: handleWallet(wallet.listTransferInstructions),
    acceptTokenTransfer: tokenTransfer("accept"),
    rejectTokenTransfer: tokenTransfer("reject"),
    withdrawTokenTransfer: tokenTransfer("withdraw"),
    createTransferOffer: handlePayment(wallet.createTransferOffer),
    listTransferOffers: handleWallet(wallet.listTransferOffers),
    listAcceptedTransferOffers: handleWallet(wallet.listAcceptedTransferOffers),
    transferOfferStatus: handleWalletId(wallet.getTransferOfferStatus),
    acceptTransferOffer: handleWalletId(wallet.acceptTransferOffer),
    rejectTransferOffer: handleWalletId(wallet.rejectTransferOffer),
    withdrawTransferOffer: handleWalletId(wallet.withdrawTransferOffer),
    createBuyTrafficRequest: handlePayment(wallet.createBuyTrafficRequest),
    buyTrafficStatus: handleWalletId(wallet.getTrafficPurchaseStatus),
    featureSupport: () => ({ token_standard: true, transfer_preapproval_description: true }),
    allocate: handlePayment(wallet.createTokenAllocation),
    listAllocations: handleWallet(wallet.listTokenAllocations),
    withdrawAllocation: handleWalletId(wallet.withdrawTokenAllocation),
    createTokenTransferV2: handlePayment(wallet.createTokenTransferV2),
    acceptTokenTransferV2: tokenTransferV2("accept"),
    rejectTokenTransferV2: tokenTransferV2("reject"),
    withdrawTokenTransferV2: tokenTransferV2("withdraw"),
    allocateV2: handlePayment(wallet.createTokenAllocationV2),
    withdrawAllocationV2: handleWalletId(wallet.withdrawTokenAllocationV2),
  },
});

const scanProxyPath = "/v0/scan-proxy";

/**
 * Serves a node's validator, below `/api/validator`. Its scan proxy also serves the registry to every caller
 * with a valid token.
 */
export const validatorService: LocalnetService<ValidatorServiceContext> = async (request, host) => {
  if (!request.path.startsWith(`${scanProxyPath}/registry/`)) return validatorApi(request, host);
  try {
    authorizeAnyValidToken(request.authorization, host);
  } catch (error) {
    return createServiceFailureReply(error);
  }
  return tokenRegistryService({ ...request, path: request.path.slice(scanProxyPath.length) }, host);
};
