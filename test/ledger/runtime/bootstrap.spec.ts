import { expect } from "chai";

import { allocateParty, formatTimestamp } from "../../../lib/api.ts";
import { createLedger } from "../../../lib/index.ts";
import { createMemoryStore } from "../../../lib/store.ts";
import { plainPackage } from "../../support/plain-package.ts";

const one = plainPackage("one");
const two = plainPackage("two");
const east = { alias: "east" };
const west = { alias: "west" };

const vettedOn = (
  state: Awaited<ReturnType<typeof createLedger>>["state"],
  index: number,
): readonly unknown[] => {
  const vetting = state.vetting.get(state.synchronizers[index]?.id ?? "");
  return [vetting?.serial, [...(vetting?.packages.keys() ?? [])].sort()];
};

describe("vetting at the start of a ledger", () => {
  it("covers every package on every synchronizer", async () => {
    const { state } = await createLedger({ seed: 1, packages: [one], synchronizers: [east, west] });
    const all = Array.from(state.packages.packages(), ({ packageId }) => packageId);
    expect(all).to.include(one.packageId);
    expect(vettedOn(state, 0)).to.deep.equal([1, all]);
    expect(vettedOn(state, 1)).to.deep.equal([1, all]);
  });

  it("vets new packages at a later start, but not packages that were unvetted meanwhile", async () => {
    const store = createMemoryStore();
    const ledger = await createLedger({ seed: 1, packages: [one], synchronizers: [east], store });
    const synchronizerId = ledger.state.synchronizers[0]?.id ?? "";
    const vetting = { serial: 2, packages: new Map() };
    await ledger.commit(() => ({
      events: [{ kind: "vettingChanged", synchronizerId, vetting }],
      outcome: undefined,
    }));
    const packages = [one, two];
    const synchronizers = [east, west];
    const { state } = await createLedger({ seed: 1, packages, synchronizers, store });
    expect(vettedOn(state, 0)).to.deep.equal([3, [two.packageId]]);
    expect(vettedOn(state, 1)[1]).to.include.members([one.packageId, two.packageId]);
  });
});

describe("hosting of parties", () => {
  it("follows the topology updates of this participant", async () => {
    const ledger = await createLedger({ seed: 1, synchronizers: [east, west] });
    const [first, second] = ledger.state.synchronizers.map(({ id }) => id);
    const request = { partyIdHint: "alice", synchronizerId: second ?? "" };
    const { party } = (await allocateParty(ledger, request)).partyDetails;
    const hosting = ledger.state.hosting.get(party);
    expect(hosting?.get(second ?? "")).to.equal("submission");
    expect(hosting?.has(first ?? "")).to.equal(false);
  });
});

describe("record time of a synchronizer", () => {
  it("starts with the configured time, or with the time of the ledger's start", async () => {
    const { state } = await createLedger({
      clock: { freeze: "2024-06-01T00:00:00Z" },
      synchronizers: [{ ...east, connectedAt: "2024-01-01T00:00:00Z" }, west],
    });
    expect(state.synchronizers.map(({ recordTime }) => formatTimestamp(recordTime))).to.deep.equal([
      "2024-01-01T00:00:00Z",
      "2024-06-01T00:00:00Z",
    ]);
  });
});
