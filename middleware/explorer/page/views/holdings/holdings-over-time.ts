import type { CreatedEventJson, FiltersInput } from "../../../../../lib/api.ts";
import { fetchContractsPage } from "../../base/contracts.ts";
import { packageSummaries } from "../../base/ledger.ts";
import { getPackageNameTypeReference } from "../../base/types.ts";
import {
  acsDeltaShape,
  convertEventToTransactionStep,
  type ExplorerUpdate,
  fetchUpdatesPage,
} from "../../base/updates.ts";
import { createInterfaceFilter, type ViewingParties } from "../../base/view-settings.ts";

/** A holding of an instrument, from an interface view such as that of CIP-56. */
interface InstrumentHolding {
  readonly owner: string;
  readonly instrument: string;
  readonly interfaceId: string;
  readonly amount: number;
  readonly isLocked: boolean;
}

/** The holdings of an instrument that one party has. */
export interface PartyBalance {
  readonly party: string;
  readonly amount: number;
  readonly locked: number;
  readonly holdings: number;
}

/** The balances of one instrument. */
export interface InstrumentBalances {
  /** Id of the instrument, and its administrator. */
  readonly instrument: string;
  /** Interface of its holdings. */
  readonly interfaceId: string;
  /** Largest balance first. */
  readonly balances: readonly PartyBalance[];
  /** Times in seconds since 1970, and the balance of each party at each. */
  readonly times: readonly number[];
  readonly series: ReadonlyMap<string, readonly number[]>;
}

export interface HoldingsOverTime {
  readonly instruments: readonly InstrumentBalances[];
  /** Offset at which the series begin. */
  readonly begin: number;
  /** True if there are more holdings than were read. */
  readonly isCut: boolean;
}

/** Returns the interfaces of holdings: those named `Holding`, as in CIP-56 and in the demo. */
export const listHoldingInterfaces = (): readonly string[] =>
  packageSummaries.value.flatMap(({ packageId, interfaces }) =>
    interfaces.filter((name) => name.endsWith(":Holding")).map((name) => `${packageId}:${name}`),
  );

/** Number of offsets that the series cover. */
const maxOffsets = 2_000;

const maxPages = 10;

/** Reads the holdings at the offset `maxOffsets` before the end, and their changes since then. */
export const readHoldingsOverTime = async (
  { as, end }: { readonly as: ViewingParties; readonly end: number },
  signal: AbortSignal,
): Promise<HoldingsOverTime> => {
  const filters: FiltersInput = {
    cumulative: listHoldingInterfaces().flatMap(
      (id) => createInterfaceFilter(getPackageNameTypeReference(id)).cumulative ?? [],
    ),
  };
  const begin = Math.max(0, end - maxOffsets);
  const book = new HoldingsHistory();
  let isCut = false;
  if (begin > 0) {
    let token: string | undefined;
    for (let page = 0; page < maxPages; page++) {
      const { rows, next } = await fetchContractsPage(
        { as, offset: begin, filters },
        token,
        signal,
      );
      for (const { event } of rows) book.add(event);
      token = next;
      if (token === undefined) break;
    }
    isCut = token !== undefined;
  }
  let token: string | undefined;
  do {
    const asked = { as, begin, end, shape: acsDeltaShape, ascending: true, size: 200, filters };
    const { rows, next } = await fetchUpdatesPage(asked, token, signal);
    for (const update of rows) book.applyUpdate(update);
    token = next;
  } while (token !== undefined);
  return { instruments: book.listInstruments(), begin, isCut };
};

interface BalanceSeries {
  readonly times: number[];
  /** The balances of all parties after each change. */
  readonly balances: ReadonlyMap<string, number>[];
}

/** The active holdings, and how balances changed. */
class HoldingsHistory {
  readonly #active = new Map<string, InstrumentHolding>();
  readonly #interfaces = new Map<string, string>();
  readonly #series = new Map<string, BalanceSeries>();
  readonly #balances = new Map<string, Map<string, number>>();

  add({ contractId, interfaceViews }: CreatedEventJson): string | undefined {
    const holding = interfaceViews.map(readHolding).find(Boolean);
    if (holding === undefined) return undefined;
    this.#active.set(contractId, holding);
    this.#interfaces.set(holding.instrument, holding.interfaceId);
    this.#changeBalance(holding, holding.amount);
    return holding.instrument;
  }

  applyUpdate({ events, recordTime }: ExplorerUpdate): void {
    const changed = new Set<string>();
    for (const step of events.map(convertEventToTransactionStep)) {
      const instrument =
        step.kind === "create" ? this.add(step.event) : this.#remove(step.event.contractId);
      if (instrument !== undefined) changed.add(instrument);
    }
    for (const instrument of changed) {
      const series = this.#series.get(instrument) ?? { times: [], balances: [] };
      series.times.push(Date.parse(recordTime) / 1000);
      series.balances.push(new Map(this.#balances.get(instrument)));
      this.#series.set(instrument, series);
    }
  }

  #remove(contractId: string): string | undefined {
    const holding = this.#active.get(contractId);
    if (holding === undefined) return undefined;
    this.#active.delete(contractId);
    this.#changeBalance(holding, -holding.amount);
    return holding.instrument;
  }

  #changeBalance({ instrument, owner }: InstrumentHolding, amount: number): void {
    const balances = this.#balances.get(instrument) ?? new Map<string, number>();
    balances.set(owner, (balances.get(owner) ?? 0) + amount);
    this.#balances.set(instrument, balances);
  }

  listInstruments(): readonly InstrumentBalances[] {
    return [...this.#balances.keys()].map((instrument) => {
      const held = [...this.#active.values()].filter((each) => each.instrument === instrument);
      const parties = [...(this.#balances.get(instrument)?.keys() ?? [])];
      const balances = parties.map((party) => {
        const own = held.filter(({ owner }) => owner === party);
        const locked = own.filter(({ isLocked }) => isLocked);
        return { party, amount: sumAmounts(own), locked: sumAmounts(locked), holdings: own.length };
      });
      const { times, balances: past } = this.#series.get(instrument) ?? { times: [], balances: [] };
      const series = new Map(
        parties.map((party) => [party, past.map((each) => each.get(party) ?? 0)]),
      );
      balances.sort((one, other) => other.amount - one.amount);
      const interfaceId = this.#interfaces.get(instrument) ?? "";
      return { instrument, interfaceId, balances, times, series };
    });
  }
}

const sumAmounts = (holdings: readonly InstrumentHolding[]): number =>
  holdings.reduce((sum, { amount }) => sum + amount, 0);

/** Reads a view with an owner, an instrument and an amount; undefined for other views. */
const readHolding = ({
  interfaceId,
  viewValue: view,
}: CreatedEventJson["interfaceViews"][number]): InstrumentHolding | undefined => {
  if (typeof view !== "object" || view === null) return undefined;
  const { owner, instrumentId, amount, lock } = view as Partial<HoldingViewJson>;
  if (typeof owner !== "string" || typeof amount !== "string") return undefined;
  const { admin = "", id = "" } = instrumentId ?? {};
  return {
    owner,
    instrument: `${id}|${admin}`,
    interfaceId,
    amount: Number(amount),
    isLocked: lock !== undefined && lock !== null,
  };
};

interface HoldingViewJson {
  readonly owner: unknown;
  readonly instrumentId: { readonly admin?: string; readonly id?: string };
  readonly amount: unknown;
  readonly lock: unknown;
}
