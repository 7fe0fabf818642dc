/**
 * The rights that an operation requires of its caller (ledger-api.md 5.5). The requests in
 * `well-formed-requests.ts` concern the party alice or administration.
 */
export type RequiredClaim =
  | "nothing"
  /** All callers, with or without a token, except users that are unknown or deactivated. */
  | "noBadUser"
  /** Any active user. */
  | "public"
  | "readAs"
  | "actAs"
  | "executeAs"
  /** Any administrator of the identity provider or the participant. */
  | "anyAdmin"
  | "admin";

const operationsBy: Readonly<Record<RequiredClaim, string>> = {
  nothing: "getOpenApiDocument getAsyncApiDocument",
  noBadUser: "getLivez getReadyz",
  public: `
    getLedgerApiVersion getLedgerEnd getLatestPrunedOffsets getConnectedSynchronizers
    getParticipantId getAuthenticatedUser listPackages getPackage getPackageStatus
    listVettedPackages listVettedPackagesByGet getPreferredPackages getPreferredPackageVersion
    generateExternalPartyTopology`,
  readAs: `
    getCompletions getCommandCompletions getActiveContracts getActiveContractsPage
    getActiveContractsPageByGet getUpdates
    getUpdatesFlats getUpdatesTrees getUpdatesPage getUpdateById getUpdateByOffset
    getTransactionById getTransactionByOffset getTransactionTreeById getTransactionTreeByOffset
    getEventsByContractId getContract prepareSubmission`,
  actAs: `
    submitAndWait submitAndWaitForTransaction submitAndWaitForTransactionTree submit
    submitAndWaitForReassignment submitReassignment`,
  executeAs: `
    executeSubmission executeSubmissionAndWait executeSubmissionAndWaitForTransaction`,
  anyAdmin: `
    listKnownParties allocateParty getParties updateParty listUsers createUser getUser deleteUser
    updateUser listUserRights grantUserRights revokeUserRights allocateExternalParty`,
  admin: `
    updateUserIdentityProvider listIdentityProviders createIdentityProvider getIdentityProvider
    deleteIdentityProvider updateIdentityProvider updateVettedPackages updateVettedPackagesByPost
    uploadDar uploadPackages validateDar`,
};

/** By operation id. */
export const operationClaims: ReadonlyMap<string, RequiredClaim> = new Map(
  Object.entries(operationsBy).flatMap(([claim, ids]) =>
    ids
      .split(/\s+/)
      .filter((id) => id !== "")
      // `Object.entries` loses the type of the keys; each key is a RequiredClaim.
      .map((id) => [id, claim as RequiredClaim] as const),
  ),
);
