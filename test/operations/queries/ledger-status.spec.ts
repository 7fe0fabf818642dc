import { expect } from "chai";

import {
  anonymousCaller,
  connectedSynchronizers,
  formatTimestamp,
  latestPrunedOffsets,
  ledgerEnd,
  version,
} from "../../../lib/api.ts";
import { createLedger } from "../../../lib/index.ts";
import { assetLedger, prune } from "../../support/asset-ledger.ts";
import { userCaller } from "../../support/callers.ts";
import { errorOf } from "../../support/error-of.ts";
import { commit, transactionOf } from "../../support/transactions.ts";

const user = userCaller("user");

describe("ledgerEnd", () => {
  it("is 0 on an empty ledger and then the latest offset", async () => {
    const ledger = await assetLedger();
    expect(ledgerEnd(ledger)).to.deep.equal({ offset: 0 });
    await commit(ledger, transactionOf());
    expect(ledgerEnd(ledger, {}, user)).to.deep.equal({ offset: 1 });
  });

  it("returns the latest record time of each synchronizer from API version 3.6 on", async () => {
    const ledger = await assetLedger({ apiVersion: "3.6" });
    await commit(ledger, transactionOf());
    const [synchronizer] = ledger.state.synchronizers;
    expect(ledgerEnd(ledger)).to.deep.equal({
      offset: 1,
      synchronizerTimes: [
        {
          synchronizerId: synchronizer?.id,
          recordTime: formatTimestamp(synchronizer?.recordTime ?? 0n),
        },
      ],
    });
  });
});

describe("latestPrunedOffsets", () => {
  it("returns the pruning offset", async () => {
    const ledger = await assetLedger();
    await commit(ledger, transactionOf());
    const before = {
      participantPrunedUpToInclusive: 0,
      allDivulgedContractsPrunedUpToInclusive: 0,
    };
    expect(latestPrunedOffsets(ledger)).to.deep.equal(before);
    await prune(ledger, 1);
    const after = { participantPrunedUpToInclusive: 1, allDivulgedContractsPrunedUpToInclusive: 1 };
    expect(latestPrunedOffsets(ledger, {}, user)).to.deep.equal(after);
  });
});

describe("version", () => {
  it("S13.1+ returns the version and the limits in force", async () => {
    const ledger = await createLedger({ limits: { maxUsersPageSize: 7 }, version: "3.5.9" });
    expect(version(ledger, {}, user)).to.deep.equal({
      version: "3.5.9",
      features: {
        experimental: {
          staticTime: { supported: false },
          commandInspectionService: { supported: true },
        },
        userManagement: { supported: true, maxRightsPerUser: 1000, maxUsersPageSize: 7 },
        partyManagement: { maxPartiesPageSize: 10_000 },
        offsetCheckpoint: {
          maxOffsetCheckpointEmissionDelay: {
            seconds: 75,
            nanos: 0,
            unknownFields: { fields: {} },
          },
        },
        packageFeature: { maxVettedPackagesPageSize: 100 },
      },
    });
  });

  it("reports a frozen clock", async () => {
    const { features } = version(await assetLedger());
    expect(features.experimental.staticTime.supported).to.equal(true);
  });

  it("S13.1- A.1- requires a token, like the other operations", async () => {
    const ledger = await assetLedger();
    for (const query of [version, ledgerEnd, latestPrunedOffsets, connectedSynchronizers]) {
      const run = () => query(ledger, {}, anonymousCaller);
      expect(errorOf(run).code).to.equal("UNAUTHENTICATED");
    }
  });
});

describe("connectedSynchronizers", () => {
  const twoSynchronizers = async () => {
    const ledger = await createLedger({ synchronizers: [{ alias: "one" }, { alias: "two" }] });
    const [, second] = ledger.state.synchronizers;
    await ledger.commit(({ ledgerEnd: end, participantId }, { now }) => ({
      events: [
        {
          kind: "topologyChanged",
          update: {
            kind: "topology",
            updateId: "1220ff",
            offset: end + 1,
            synchronizerId: second?.id ?? "",
            recordTime: now,
            events: [{ kind: "added", party: "alice", participantId, permission: "confirmation" }],
          },
        },
      ],
      outcome: undefined,
    }));
    return ledger;
  };
  const aliases = (result: ReturnType<typeof connectedSynchronizers>) =>
    result.connectedSynchronizers.map(
      ({ synchronizerAlias, permission }) => `${synchronizerAlias} ${permission}`,
    );

  it("lists all synchronizers, without permission, if no party is named", async () => {
    const ledger = await twoSynchronizers();
    expect(aliases(connectedSynchronizers(ledger, {}, user))).to.deep.equal([
      "one PARTICIPANT_PERMISSION_UNSPECIFIED",
      "two PARTICIPANT_PERMISSION_UNSPECIFIED",
    ]);
  });

  it("lists the synchronizers that host a party, with its permission", async () => {
    const ledger = await twoSynchronizers();
    const { participantId } = ledger.state;
    for (const request of [{ party: "alice" }, { party: "alice", participantId }]) {
      expect(aliases(connectedSynchronizers(ledger, request))).to.deep.equal([
        "two PARTICIPANT_PERMISSION_CONFIRMATION",
      ]);
    }
  });

  it("lists none for a party or participant that is not known", async () => {
    const ledger = await twoSynchronizers();
    for (const request of [{ party: "bob" }, { party: "alice", participantId: "other::1220" }]) {
      expect(aliases(connectedSynchronizers(ledger, request))).to.deep.equal([]);
    }
  });

  it("returns the synchronizers of a party only to administrators and users with execution rights", async () => {
    const ledger = await twoSynchronizers();
    const about = (caller: typeof user) => () =>
      connectedSynchronizers(ledger, { party: "alice" }, caller);
    expect(about(userCaller("admin", [{ kind: "ParticipantAdmin" }]))).to.not.throw();
    expect(about(userCaller("a", [{ kind: "CanExecuteAs", party: "alice" }]))).to.not.throw();
    expect(errorOf(about(user)).code).to.equal("PERMISSION_DENIED");
  });

  it("refuses a malformed party, and a participant id without or with two namespaces", async () => {
    const ledger = await twoSynchronizers();
    const about = (request: object) => () => connectedSynchronizers(ledger, request);
    for (const request of [
      { party: "a!" },
      { participantId: "ghost" },
      { participantId: `PAR::${ledger.state.participantId}` },
    ]) {
      expect(errorOf(about(request)).code, JSON.stringify(request)).to.equal("INVALID_FIELD");
    }
    expect(about({ participantId: `ghost::1220${"0".repeat(64)}` })).to.not.throw();
  });
});
