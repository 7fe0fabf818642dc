import { isJsonObject } from "../base/values/json-object.ts";
import {
  type CoinHistoryPageRequest,
  historyPage,
} from "../operations/history/coin-history-page.ts";
import {
  findFeaturedAppRight,
  findUsableRound,
  listSortedRounds,
  parsePayloadTime,
} from "./commands.ts";
import type { LocalnetStateView } from "./localnet-state-view.ts";
import {
  findTransferPreapproval,
  requireAmuletRules,
  requireExternalPartyAmuletRules,
} from "./registry.ts";
import { badRequestError, createNotFoundServiceError } from "./service-error.ts";
import {
  createContractJsonUnlessClientCached,
  createSpliceContractJson,
  toContractJsonWithSynchronizer,
} from "./splice-contract-json.ts";
import type { SpliceContract } from "./splice-state.ts";

/*
 * The functions below compute the responses of Scan, and of the validator as its proxy, from the active
 * contracts.
 */

export const createDsoInfoJson = (view: LocalnetStateView, svParty: string, svUser: string) => {
  const { splice, now } = view;
  const rules = requireAmuletRules(splice);
  const latest = findUsableRound(splice, now) ?? listSortedRounds(splice, "openMiningRound").at(-1);
  if (latest === undefined) throw createNotFoundServiceError("No OpenMiningRound contract found.");
  const first = 0;
  return {
    sv_user: svUser,
    sv_party_id: svParty,
    dso_party_id: rules.payload.dso,
    voting_threshold: 1,
    latest_mining_round: toContractJsonWithSynchronizer(splice, latest),
    amulet_rules: toContractJsonWithSynchronizer(splice, rules),
    initial_round: String(first),
  };
};

export const createDsoPartyJson = ({ splice }: LocalnetStateView) => ({
  dso_party_id: requireAmuletRules(splice).payload.dso,
});

export const createAmuletRulesJson = ({ splice }: LocalnetStateView) => ({
  amulet_rules: toContractJsonWithSynchronizer(splice, requireAmuletRules(splice)),
});

/** Returns rounds in ascending order, because the SDK uses the last one that is open. */
export const createRoundsJson = ({ splice }: LocalnetStateView) => ({
  open_mining_rounds: listSortedRounds(splice, "openMiningRound").map((round) =>
    toContractJsonWithSynchronizer(splice, round),
  ),
  issuing_mining_rounds: listSortedRounds(splice, "issuingMiningRound").map((round) =>
    toContractJsonWithSynchronizer(splice, round),
  ),
});

export const createAmuletRulesJsonUnlessCached = (
  { splice }: LocalnetStateView,
  cached: string | undefined,
) => ({
  amulet_rules_update: createContractJsonUnlessClientCached(
    splice,
    requireAmuletRules(splice),
    toOptionalList(cached),
  ),
});

export const createExternalRulesJsonUnlessCached = (
  { splice }: LocalnetStateView,
  cached: string | undefined,
) => {
  const rules = requireExternalPartyAmuletRules(splice);
  return {
    external_party_amulet_rules_update: createContractJsonUnlessClientCached(
      splice,
      rules,
      toOptionalList(cached),
    ),
  };
};

export const createAnsRulesJsonUnlessCached = (
  { splice }: LocalnetStateView,
  cached: string | undefined,
) => {
  const rules = splice.firstContract("ansRules");
  if (rules === undefined) throw createNotFoundServiceError("No AnsRules contract found.");
  return {
    ans_rules_update: createContractJsonUnlessClientCached(splice, rules, toOptionalList(cached)),
  };
};

const toOptionalList = (text: string | undefined): readonly string[] =>
  text === undefined ? [] : [text];

export const createRoundsJsonUnlessCached = (
  { splice }: LocalnetStateView,
  cached: { readonly open: readonly string[]; readonly issuing: readonly string[] },
) => {
  const open = listSortedRounds(splice, "openMiningRound");
  const issuing = listSortedRounds(splice, "issuingMiningRound");
  const summarizing = listSortedRounds(splice, "summarizingMiningRound");
  const byId = (rounds: readonly SpliceContract<unknown>[], known: readonly string[]) =>
    Object.fromEntries(
      rounds.map((round) => [
        round.contractId,
        createContractJsonUnlessClientCached(splice, round, known),
      ]),
    );
  const ticks = [
    ...[...open, ...summarizing].map(({ payload }) => Number(payload.tickDuration.microseconds)),
    ...issuing.map(
      ({ payload }) =>
        Number(parsePayloadTime(payload.targetClosesAt) - parsePayloadTime(payload.opensAt)) / 2,
    ),
  ];
  return {
    time_to_live_in_microseconds: ticks.length === 0 ? 0 : Math.min(...ticks),
    open_mining_rounds: byId(open, cached.open),
    issuing_mining_rounds: byId(issuing, cached.issuing),
  };
};

export const createClosedRoundsJson = ({ splice }: LocalnetStateView) => ({
  rounds: listSortedRounds(splice, "closedMiningRound").map((round) =>
    createSpliceContractJson(splice, round),
  ),
});

/** Returns an object without the field if the party has no right. */
export const findFeaturedAppJson = ({ splice }: LocalnetStateView, provider: string) => {
  const right = findFeaturedAppRight(splice, provider);
  return right === undefined ? {} : { featured_app_right: createSpliceContractJson(splice, right) };
};

export const listFeaturedAppsJson = ({ splice }: LocalnetStateView, provider?: string) => ({
  featured_apps: splice
    .activeContracts("featuredAppRight")
    .filter(({ payload }) => provider === undefined || payload.provider === provider)
    .map((right) => createSpliceContractJson(splice, right)),
});

export const findFeaturedAppByContractIdJson = (
  { splice }: LocalnetStateView,
  contractId: string,
) => {
  const right = splice.findActiveContract("featuredAppRight", contractId);
  return right === undefined ? {} : { featured_app_right: createSpliceContractJson(splice, right) };
};

export const requireTransferPreapprovalJson = ({ splice }: LocalnetStateView, receiver: string) => {
  const preapproval = findTransferPreapproval(splice, receiver);
  if (preapproval === undefined) {
    throw createNotFoundServiceError(`No TransferPreapproval found for party: ${receiver}`);
  }
  return { transfer_preapproval: toContractJsonWithSynchronizer(splice, preapproval) };
};

export const requireTransferCommandCounterJson = (
  { splice }: LocalnetStateView,
  sender: string,
) => {
  const counter = splice
    .activeContracts("transferCommandCounter")
    .find(({ payload }) => payload.sender === sender);
  if (counter === undefined) {
    throw createNotFoundServiceError(
      `No TransferCommandCounter found for party: ${sender}, use 0 for the nonce`,
    );
  }
  return { transfer_command_counter: toContractJsonWithSynchronizer(splice, counter) };
};

/**
 * Returns the traffic that a member has bought. The synchronizer credits all of it at once, because LocalNet
 * does not meter traffic.
 */
export const createTrafficStatusJson = (
  { splice }: LocalnetStateView,
  { synchronizerId, member }: { readonly synchronizerId: string; readonly member: string },
) => {
  if (!/^(PAR|MED)::[^:]+::1220[0-9a-f]{64}$/.test(member)) {
    throw badRequestError(`Could not decode member ID: ${member}`);
  }
  if (!/^[^:]+::1220[0-9a-f]{64}$/.test(synchronizerId)) {
    throw badRequestError(`Could not decode domain ID: ${synchronizerId}`);
  }
  const purchased = splice
    .activeContracts("memberTraffic")
    .filter(
      ({ payload }) => payload.memberId === member && payload.synchronizerId === synchronizerId,
    )
    .reduce((total, { payload }) => total + Number(payload.totalPurchased), 0);
  return {
    traffic_status: {
      actual: { total_consumed: 0, total_limit: purchased },
      target: { total_purchased: purchased },
    },
  };
};

interface AnsEntryPayload {
  readonly user: string;
  readonly name: string;
  readonly url?: string;
  readonly description?: string;
  readonly expiresAt?: string;
}

const ansEntryJson = ({ contractId, payload }: SpliceContract<unknown>) => {
  const { user, name, url = "", description = "", expiresAt } = payload as AnsEntryPayload;
  return {
    contract_id: contractId,
    user,
    name,
    url,
    description,
    ...(expiresAt !== undefined && { expires_at: expiresAt }),
  };
};

export const listAnsEntriesJson = (
  { splice }: LocalnetStateView,
  { prefix, pageSize }: { readonly prefix: string; readonly pageSize: number },
) => ({
  entries: splice
    .activeContracts("ansEntry")
    .filter(({ payload }) => payload.name.startsWith(prefix))
    .slice(0, pageSize)
    .map(ansEntryJson),
});

export const requireAnsEntryJson = (
  { splice }: LocalnetStateView,
  by: { readonly party: string } | { readonly name: string },
) => {
  const found = splice
    .activeContracts("ansEntry")
    .find(({ payload }) => ("party" in by ? payload.user === by.party : payload.name === by.name));
  if (found === undefined) {
    throw createNotFoundServiceError(
      "party" in by
        ? `No ans entry found for party: ${by.party}`
        : `No ans entry found for name: ${by.name}`,
    );
  }
  return { entry: ansEntryJson(found) };
};

/**
 * Returns the id of the participant, which hosts all parties. GET /v0/domains/{}/parties/{}/participant-id,
 * version 0 and 1.
 */
export const requireHostingParticipantId = (
  { splice: { state } }: LocalnetStateView,
  party: string,
) => {
  if (!state.parties.has(party)) {
    throw createNotFoundServiceError(`No participant id found hosting party: ${party}`);
  }
  return `PAR::${state.participantId}`;
};

/** Returns the coin history with Splice's field names, such as `amulet_owner` for `coin_owner`. */
export const createAmuletHistoryJson = (
  ledger: Parameters<typeof historyPage>[0],
  request: CoinHistoryPageRequest,
): unknown => renameCoinFields(historyPage(ledger, request, { extendedFields: true }));

const renameCoinFields = (json: unknown): unknown => {
  if (Array.isArray(json)) return json.map(renameCoinFields);
  if (!isJsonObject(json)) return json;
  return Object.fromEntries(
    Object.entries(json).map(([key, value]) => [
      key.replace("coin", "amulet"),
      renameCoinFields(value),
    ]),
  );
};
