import {
  localNetNodes,
  readLocalnetStateView,
  requireTransferCommandStatus,
  scan,
  snapshots,
  spliceInstanceNames,
  updates,
} from "../../lib/localnet/index.ts";
import scanDocument from "../../spec/localnet-scan.json" with { type: "json" };
import {
  getTextOrEmpty,
  localnetHealthCheckHandlers,
  type LocalnetServiceContext,
  type LocalnetServiceHandlers,
} from "./localnet-service-context.ts";
import {
  createLocalnetService,
  type DecodedLocalnetRequest,
  getPathParameter,
  type LocalnetService,
} from "./service.ts";

/** Lists that the API document requires in the body, so they are never absent. */
interface CachedRoundIds {
  readonly cached_open_mining_round_contract_ids: readonly string[];
  readonly cached_issuing_round_contract_ids: readonly string[];
}

const readCachedContractId = (body: unknown, name: string): string | undefined =>
  (body as Readonly<Record<string, string | undefined>>)[`cached_${name}_contract_id`];

/** Handlers of endpoints that both Scan and the scan proxy of a validator have. */
export const sharedScanHandlers: LocalnetServiceHandlers<LocalnetServiceContext> = {
  dsoInfo: (_, host) =>
    scan.createDsoInfoJson(
      readLocalnetStateView(host),
      host.parties.sv,
      localNetNodes.sv.walletUser,
    ),
  dsoParty: (_, host) => scan.createDsoPartyJson(readLocalnetStateView(host)),
  featuredApp: ({ params }, host) =>
    scan.findFeaturedAppJson(readLocalnetStateView(host), getPathParameter(params, "provider")),
  preapprovalByParty: ({ params }, host) =>
    scan.requireTransferPreapprovalJson(
      readLocalnetStateView(host),
      getPathParameter(params, "party"),
    ),
  transferCommandCounter: ({ params }, host) =>
    scan.requireTransferCommandCounterJson(
      readLocalnetStateView(host),
      getPathParameter(params, "party"),
    ),
  transferCommandStatus: ({ query }, host) =>
    requireTransferCommandStatus(readLocalnetStateView(host), {
      sender: getTextOrEmpty(query["sender"]),
      nonce: Number(query["nonce"]),
    }),
  ansEntries: ({ query }, host) =>
    scan.listAnsEntriesJson(readLocalnetStateView(host), {
      prefix: getTextOrEmpty(query["name_prefix"]),
      pageSize: Number(query["page_size"]),
    }),
  ansEntryByParty: ({ params }, host) =>
    scan.requireAnsEntryJson(readLocalnetStateView(host), {
      party: getPathParameter(params, "party"),
    }),
  ansEntryByName: ({ params }, host) =>
    scan.requireAnsEntryJson(readLocalnetStateView(host), {
      name: getPathParameter(params, "name"),
    }),
  ansRules: ({ body }, host) =>
    scan.createAnsRulesJsonUnlessCached(
      readLocalnetStateView(host),
      readCachedContractId(body, "ans_rules"),
    ),
  holdingsSummary: ({ body }, host) =>
    snapshots.createHoldingsSummaryJson(
      readLocalnetStateView(host),
      body as snapshots.HoldingsSummaryRequest,
    ),
};

const readValueEncoding = (query: DecodedLocalnetRequest["query"]): string | undefined => {
  const encoding = query["daml_value_encoding"];
  return typeof encoding === "string" ? encoding : undefined;
};

/** Serves Scan, below `/api/scan`. */
export const spliceScanService: LocalnetService<LocalnetServiceContext> = createLocalnetService({
  document: scanDocument,
  handlers: {
    ...localnetHealthCheckHandlers,
    ...sharedScanHandlers,
    instanceNames: () => spliceInstanceNames,
    featureSupport: () => ({}),
    closedRounds: (_, host) => scan.createClosedRoundsJson(readLocalnetStateView(host)),
    amuletRules: ({ body }, host) =>
      scan.createAmuletRulesJsonUnlessCached(
        readLocalnetStateView(host),
        readCachedContractId(body, "amulet_rules"),
      ),
    externalPartyAmuletRules: ({ body }, host) =>
      scan.createExternalRulesJsonUnlessCached(
        readLocalnetStateView(host),
        readCachedContractId(body, "external_party_amulet_rules"),
      ),
    rounds: ({ body }, host) => {
      const cached = body as CachedRoundIds;
      return scan.createRoundsJsonUnlessCached(readLocalnetStateView(host), {
        open: cached.cached_open_mining_round_contract_ids,
        issuing: cached.cached_issuing_round_contract_ids,
      });
    },
    featuredApps: (_, host) => scan.listFeaturedAppsJson(readLocalnetStateView(host)),
    featuredAppsByProvider: ({ params }, host) =>
      scan.listFeaturedAppsJson(readLocalnetStateView(host), params["provider"]),
    featuredAppById: ({ params }, host) =>
      scan.findFeaturedAppByContractIdJson(
        readLocalnetStateView(host),
        getPathParameter(params, "contractId"),
      ),
    participantOf: ({ params }, host) => ({
      participant_id: scan.requireHostingParticipantId(
        readLocalnetStateView(host),
        getPathParameter(params, "party"),
      ),
    }),
    participantsOf: ({ params }, host) => ({
      participant_ids: [
        scan.requireHostingParticipantId(
          readLocalnetStateView(host),
          getPathParameter(params, "party"),
        ),
      ],
    }),
    updateHistory: ({ body }, host) =>
      updates.readScanUpdateHistoryPage(
        readLocalnetStateView(host),
        body as updates.ScanUpdateHistoryRequest,
      ),
    updateById: ({ params, query }, host) =>
      updates.updateById(readLocalnetStateView(host), {
        updateId: getPathParameter(params, "updateId"),
        encoding: readValueEncoding(query),
      }),
    updateByHash: ({ params, query }, host) =>
      updates.updateByHash(readLocalnetStateView(host), {
        hash: getPathParameter(params, "hash"),
        encoding: readValueEncoding(query),
      }),
    snapshotBefore: ({ query }, host) =>
      snapshots.requireAcsSnapshotTimeBefore(
        readLocalnetStateView(host),
        getTextOrEmpty(query["before"]),
        Number(query["migration_id"]),
      ),
    snapshotAfter: ({ query }, host) =>
      snapshots.requireAcsSnapshotTimeAfter(
        readLocalnetStateView(host),
        getTextOrEmpty(query["after"]),
        Number(query["migration_id"]),
      ),
    transactions: ({ body }, host) =>
      scan.createAmuletHistoryJson(
        host.ledger,
        body as Parameters<typeof scan.createAmuletHistoryJson>[1],
      ),
    forceSnapshot: (_, host) => snapshots.requireNewestAcsSnapshotTime(readLocalnetStateView(host)),
    acs: ({ body }, host) =>
      snapshots.readScanAcsPage(
        readLocalnetStateView(host),
        body as snapshots.ScanAcsPageRequest,
        "event",
      ),
    acsV1: ({ body }, host) =>
      snapshots.readScanAcsPage(
        readLocalnetStateView(host),
        body as snapshots.ScanAcsPageRequest,
        "contract",
      ),
    holdings: ({ body }, host) =>
      snapshots.readHoldingsPage(
        readLocalnetStateView(host),
        body as snapshots.HoldingsRequest,
        "event",
      ),
    holdingsV1: ({ body }, host) =>
      snapshots.readHoldingsPage(
        readLocalnetStateView(host),
        body as snapshots.HoldingsRequest,
        "contract",
      ),
    trafficStatus: ({ params }, host) =>
      scan.createTrafficStatusJson(readLocalnetStateView(host), {
        synchronizerId: getPathParameter(params, "synchronizer"),
        member: getPathParameter(params, "member"),
      }),
  },
});
