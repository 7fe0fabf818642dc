import {
  findTransferCommandStatus,
  localNetNodes,
  readLocalnetView,
  scan,
  snapshots,
  spliceInstanceNames,
  updates,
} from "../../lib/localnet/index.ts";
import scanDocument from "../../spec/localnet-scan.json" with { type: "json" };
import {
  getTextOrEmpty,
  healthCheckHandlers,
  type LocalnetHost,
  type ServiceHandlers,
} from "./localnet-host.ts";
import {
  createLocalnetService,
  getPathParameter,
  type LocalnetService,
  type ServiceHandlerInput,
} from "./service.ts";

/** Lists that the API document requires in the body, so they are never absent. */
interface CachedRoundIds {
  readonly cached_open_mining_round_contract_ids: readonly string[];
  readonly cached_issuing_round_contract_ids: readonly string[];
}

const readCachedContractId = (body: unknown, name: string): string | undefined =>
  (body as Readonly<Record<string, string | undefined>>)[`cached_${name}_contract_id`];

/** Handlers of endpoints that both Scan and the scan proxy of a validator have. */
export const sharedScanHandlers: ServiceHandlers<LocalnetHost> = {
  dsoInfo: (_, host) =>
    scan.createDsoInfoJson(readLocalnetView(host), host.parties.sv, localNetNodes.sv.walletUser),
  dsoParty: (_, host) => scan.createDsoPartyJson(readLocalnetView(host)),
  featuredApp: ({ params }, host) =>
    scan.findFeaturedAppJson(readLocalnetView(host), getPathParameter(params, "provider")),
  preapprovalByParty: ({ params }, host) =>
    scan.findPreapprovalJson(readLocalnetView(host), getPathParameter(params, "party")),
  transferCommandCounter: ({ params }, host) =>
    scan.findTransferCounterJson(readLocalnetView(host), getPathParameter(params, "party")),
  transferCommandStatus: ({ query }, host) =>
    findTransferCommandStatus(readLocalnetView(host), {
      sender: getTextOrEmpty(query["sender"]),
      nonce: Number(query["nonce"]),
    }),
  ansEntries: ({ query }, host) =>
    scan.listAnsEntriesJson(readLocalnetView(host), {
      prefix: getTextOrEmpty(query["name_prefix"]),
      pageSize: Number(query["page_size"]),
    }),
  ansEntryByParty: ({ params }, host) =>
    scan.findAnsEntryJson(readLocalnetView(host), { party: getPathParameter(params, "party") }),
  ansEntryByName: ({ params }, host) =>
    scan.findAnsEntryJson(readLocalnetView(host), { name: getPathParameter(params, "name") }),
  ansRules: ({ body }, host) =>
    scan.createAnsRulesUpdateJson(readLocalnetView(host), readCachedContractId(body, "ans_rules")),
  holdingsSummary: ({ body }, host) =>
    snapshots.createHoldingsSummaryJson(
      readLocalnetView(host),
      body as snapshots.HoldingsSummaryRequest,
    ),
};

const readValueEncoding = (query: ServiceHandlerInput["query"]): string | undefined => {
  const encoding = query["daml_value_encoding"];
  return typeof encoding === "string" ? encoding : undefined;
};

/** Serves Scan, below `/api/scan`. */
export const spliceScanService: LocalnetService<LocalnetHost> = createLocalnetService({
  document: scanDocument,
  handlers: {
    ...healthCheckHandlers,
    ...sharedScanHandlers,
    instanceNames: () => spliceInstanceNames,
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
      scan.findFeaturedAppByIdJson(readLocalnetView(host), getPathParameter(params, "contractId")),
    participantOf: ({ params }, host) => ({
      participant_id: scan.findHostingParticipant(
        readLocalnetView(host),
        getPathParameter(params, "party"),
      ),
    }),
    participantsOf: ({ params }, host) => ({
      participant_ids: [
        scan.findHostingParticipant(readLocalnetView(host), getPathParameter(params, "party")),
      ],
    }),
    updateHistory: ({ body }, host) =>
      updates.readUpdateHistoryPage(readLocalnetView(host), body as updates.UpdateHistoryRequest),
    updateById: ({ params, query }, host) =>
      updates.updateById(readLocalnetView(host), {
        updateId: getPathParameter(params, "updateId"),
        encoding: readValueEncoding(query),
      }),
    updateByHash: ({ params, query }, host) =>
      updates.updateByHash(readLocalnetView(host), {
        hash: getPathParameter(params, "hash"),
        encoding: readValueEncoding(query),
      }),
    snapshotBefore: ({ query }, host) =>
      snapshots.findAcsSnapshotTimeBefore(
        readLocalnetView(host),
        getTextOrEmpty(query["before"]),
        Number(query["migration_id"]),
      ),
    snapshotAfter: ({ query }, host) =>
      snapshots.findAcsSnapshotTimeAfter(
        readLocalnetView(host),
        getTextOrEmpty(query["after"]),
        Number(query["migration_id"]),
      ),
    transactions: ({ body }, host) =>
      scan.createAmuletHistoryJson(
        host.ledger,
        body as Parameters<typeof scan.createAmuletHistoryJson>[1],
      ),
    forceSnapshot: (_, host) => snapshots.forceAcsSnapshot(readLocalnetView(host)),
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
        synchronizerId: getPathParameter(params, "synchronizer"),
        member: getPathParameter(params, "member"),
      }),
  },
});
