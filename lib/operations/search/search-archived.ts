import type { NodeId, Offset, UpdateId } from "../../base/identifiers/identifiers.ts";
import { type Contract, getStakeholders } from "../../base/model/contract.ts";
import type { Ledger } from "../../ledger/port/ledger.ts";
import type { LedgerState } from "../../ledger/state/ledger-state.ts";
import { EventEncoder } from "../../views/envelope/event-encoder.ts";
import type { CreatedEventJson } from "../../views/envelope/event-json.ts";
import { intersectWithRequestedParties } from "../../views/visibility/event-format.ts";
import { findEffectiveNodes } from "../../views/visibility/find-effective-nodes.ts";
import { readContractFilter } from "./contract-filter.ts";
import { scanForMatches, type SearchResultPage } from "./scan-for-matches.ts";
import {
  invalidSearchPositionError,
  maxItemsScannedInStore,
  maxItemsScannedPerSearch,
  readSearchRequest,
  type SearchRequest,
} from "./search-request.ts";

/** A contract that was archived, with its create. */
export interface ArchivedContractJson {
  readonly createdEvent: CreatedEventJson;
  readonly archivedAtOffset: Offset;
  readonly archivedByUpdateId: UpdateId;
}

/** A contract that an update archived, or an update that archived none. */
interface ArchivedContractEvent extends NodePosition {
  /** The archived contract; undefined for an update that archived none. */
  readonly archived?: {
    readonly contract: Contract;
    readonly created: NodePosition;
    readonly updateId: UpdateId;
  };
  /** True for the first item of an update. */
  readonly isFirst: boolean;
}

interface NodePosition {
  readonly offset: Offset;
  readonly nodeId: NodeId;
}

/**
 * Searches the contracts that were archived up to an offset, the last archived first. Omits
 * contracts that the same transaction created and archived. `scanned` and `total` count offsets.
 *
 * Raises INVALID_ARGUMENT, NEGATIVE_OFFSET, OFFSET_AFTER_LEDGER_END, and the errors of
 * `checkKnownTypes`.
 */
export const searchArchivedContracts = async (
  ledger: Ledger,
  json: unknown,
): Promise<SearchResultPage<ArchivedContractJson>> => {
  const { state } = ledger;
  const request = readSearchRequest(json, ledger);
  const { matcher, accepts } = readContractFilter(json, request, ledger);
  const encoder = new EventEncoder(state);
  return scanForMatches<ArchivedContractEvent, ArchivedContractJson>(
    {
      items: iterateArchivedBefore(state, parseStartPosition(request)),
      total: state.log.size,
      countOf: ({ isFirst }) => (isFirst ? 1 : 0),
      match: ({ archived, offset }) => {
        if (archived === undefined || !accepts(archived.contract)) return undefined;
        const { contract, created, updateId } = archived;
        const create = {
          kind: "created",
          nodeId: created.nodeId,
          contract,
          witnessParties: intersectWithRequestedParties(
            matcher.requested,
            getStakeholders(contract),
          ),
          acsDelta: true,
          includeBlob: false,
          views: [],
        } as const;
        return () => ({
          createdEvent: encoder.resetViewQuota().encodeCreated(create, created.offset),
          archivedAtOffset: offset,
          archivedByUpdateId: updateId,
        });
      },
      positionOf: ({ offset, nodeId }) => `${offset}.${nodeId}`,
    },
    {
      limit: request.limit,
      maxScanned: state.evicted === undefined ? maxItemsScannedPerSearch : maxItemsScannedInStore,
    },
  );
};

const parseStartPosition = ({ after, offset }: SearchRequest): NodePosition => {
  if (after === undefined) return { offset, nodeId: Infinity };
  const [, at, nodeId] = /^(\d{1,15})\.(\d{1,9})$/.exec(after) ?? [];
  if (at === undefined || nodeId === undefined) throw invalidSearchPositionError(after);
  return { offset: Number(at), nodeId: Number(nodeId) };
};

/**
 * Yields the contracts that were archived before a position, and updates that archived none, newest
 * first.
 */
function* iterateArchivedBefore(
  state: LedgerState,
  before: NodePosition,
): Generator<ArchivedContractEvent> {
  for (const [offset, { update }] of state.log.entriesReversed(before.offset)) {
    let isFirst = true;
    if (update?.kind === "transaction") {
      const nodes = [...findEffectiveNodes(update.transaction)].reverse();
      for (const node of nodes) {
        const { nodeId } = node;
        if (node.kind !== "exercise" || !node.consuming) continue;
        if (offset === before.offset && nodeId >= before.nodeId) continue;
        const { contract, created } = state.contracts.get(node.contractId) ?? {};
        if (contract === undefined || created === undefined || created.offset === offset) continue;
        yield {
          offset,
          nodeId,
          isFirst,
          archived: { contract, created, updateId: update.updateId },
        };
        isFirst = false;
      }
    }
    if (isFirst) yield { offset, nodeId: 0, isFirst };
  }
}
