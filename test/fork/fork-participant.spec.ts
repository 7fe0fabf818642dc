import { expect } from "chai";
import * as fc from "fast-check";

import { tokenFor } from "../../fixtures/testing/index.ts";
import {
  apiVersions,
  connectedSynchronizers,
  getParticipantId,
  ledgerEnd,
  listPackages,
  listVettedPackages,
  version,
} from "../../lib/api.ts";
import { forkParticipant } from "../../lib/fork/index.ts";
import { requireReadOnlyRequest } from "../../lib/fork/remote.ts";
import { activePage } from "../support/copied-ledger.ts";
import { errorOf, rejectionOf } from "../support/error-of.ts";
import { ManualTime } from "../support/manual-time.ts";
import { createReader, remoteParticipant } from "../support/remote-participant.ts";
import { secret } from "../support/tokens.ts";
import { issueIou } from "../support/two-synchronizers.ts";

const refused = (status: number, body: string) => () =>
  new Response(body, { status, headers: { "Content-Type": "application/json" } });

describe("forkParticipant @slow", () => {
  for (const apiVersion of apiVersions) {
    it(`copies the contracts, packages, vetting and ids of a participant of ${apiVersion}`, async () => {
      const remote = await remoteParticipant({ apiVersion });
      const { ledger, pin, problems } = await forkParticipant(remote.options);
      expect(problems).to.deep.equal([]);
      const { alice, bob, carol } = remote;
      for (const parties of [[alice, bob, carol], [bob], [carol], [alice, carol]]) {
        expect(JSON.stringify(activePage(ledger, parties))).to.equal(
          JSON.stringify(activePage(remote.ledger, parties)),
        );
      }
      const facts = [connectedSynchronizers, getParticipantId, ledgerEnd, listPackages, version];
      for (const fact of facts) expect(fact(ledger)).to.deep.equal(fact(remote.ledger));
      expect(listVettedPackages(ledger, {})).to.deep.equal(listVettedPackages(remote.ledger, {}));
      expect(pin).to.deep.include({
        offset: remote.ledger.state.ledgerEnd,
        participantId: remote.ledger.state.participantId,
        at: "2024-01-01T12:00:00Z",
      });
    });
  }

  const reporting = (release: string) =>
    remoteParticipant({}, (call) =>
      call === "GET /v2/version" ? new Response(JSON.stringify({ version: release })) : undefined,
    );

  const mapped = [
    ["3.4.3", "3.4"],
    ["3.5.4", "3.5.1"],
    ["3.5.5", "3.5"],
    ["3.5.14", "3.5"],
    ["3.5.19-rc1", "3.5"],
    ["3.6.2", "3.6"],
  ] as const;
  for (const [release, apiVersion] of mapped) {
    it(`has version ${apiVersion} for a participant of ${release}`, async () => {
      const { ledger, problems } = await forkParticipant((await reporting(release)).options);
      expect(ledger.config).to.include({ apiVersion, version: release });
      expect(problems).to.deep.equal([]);
    });
  }

  for (const [release, apiVersion, behavesAs] of [
    ["3.3.0", "3.4", "3.4.12"],
    ["3.7.0", "3.6", "3.6.1"],
    ["unknown", "3.6", "3.6.1"],
  ] as const) {
    it(`reports that version ${release} is not supported, and has the nearest one`, async () => {
      const { options } = await reporting(release);
      const { ledger, problems } = await forkParticipant(options);
      expect(ledger.config).to.include({ apiVersion, version: release });
      expect(problems).to.deep.equal([
        {
          kind: "unsupportedVersion",
          message: `The participant's version ${release} is not supported; the fork behaves as ${behavesAs}. Choose another version with apiVersion.`,
        },
      ]);
    });
  }

  it("has the version that the caller chooses", async () => {
    const { options } = await reporting("3.7.0");
    const ledger = { ...options.ledger, apiVersion: "3.5.1" } as const;
    const fork = await forkParticipant({ ...options, ledger });
    expect(fork.ledger.config).to.include({ apiVersion: "3.5.1", version: "3.5.1" });
    expect(fork.problems).to.deep.equal([]);
    expect(fork.pin.version).to.equal("3.7.0");
  });

  it("sends only requests that read, and refuses to send other requests", async () => {
    const remote = await remoteParticipant();
    await forkParticipant(remote.options);
    expect([...new Set(remote.calls)].sort()).to.deep.equal(
      [
        "GET /v2/authenticated-user",
        "GET /v2/parties/participant-id",
        "GET /v2/state/connected-synchronizers",
        "GET /v2/state/latest-pruned-offsets",
        "GET /v2/state/ledger-end",
        "GET /v2/users/reader/rights",
        "GET /v2/version",
        "POST /v2/package-vetting/list",
        "POST /v2/state/active-contracts-page",
        "POST /v2/updates",
        ...remote.calls.filter((call) => call.startsWith("GET /v2/packages/")),
      ]
        .sort()
        .filter((call, index, all) => all.indexOf(call) === index),
    );
    const writing = fc.constantFrom("POST", "PUT", "PATCH", "DELETE", "HEAD", "post");
    const paths = fc.constantFrom(
      "/v2/commands/submit-and-wait",
      "/v2/parties",
      "/v2/state/active-contracts/../../commands/submit-and-wait",
      "/v2/users",
      "/v2/updates/",
      "/control/reset",
      "/v2/packages",
    );
    fc.assert(
      fc.property(writing, paths, (method, path) => {
        expect(errorOf(() => requireReadOnlyRequest(method, path)).code).to.equal(
          "LEDGER_API_INTERNAL_ERROR",
        );
      }),
    );
  });

  it("accepts a user id with dots", async () => {
    const remote = await remoteParticipant();
    await createReader(remote.ledger, "a..b", [remote.bob]);
    const token = tokenFor(secret, "a..b");
    const { problems } = await forkParticipant({ ...remote.options, token });
    expect(problems).to.deep.equal([]);
  });

  it("accepts commands of parties as which the token may only read", async () => {
    const remote = await remoteParticipant();
    const fork = await forkParticipant(remote.options);
    const before = remote.ledger.state.position;
    const calls = remote.calls.length;
    const contractId = await issueIou({ ...remote, ledger: fork.ledger });
    expect(fork.ledger.state.ledgerEnd).to.equal(fork.pin.offset + 1);
    expect(fork.ledger.state.contracts.get(contractId)).to.not.equal(undefined);
    expect(remote.ledger.state.position).to.equal(before);
    expect(remote.calls.length).to.equal(calls);
  });

  it("copies the contracts of one party at an earlier offset, or at the ledger end", async () => {
    const remote = await remoteParticipant();
    const { ledger, carol } = remote;
    const atOffset = ledger.state.ledgerEnd - 3;
    const fork = await forkParticipant({ ...remote.options, parties: [carol], atOffset });
    expect(JSON.stringify(activePage(fork.ledger, [carol]))).to.equal(
      JSON.stringify(activePage(ledger, [carol], atOffset)),
    );
    expect(fork.ledger.state.ledgerEnd).to.equal(atOffset);
    await issueIou(remote, { owner: carol });
    const later = await fork.refresh();
    expect(later.pin.offset).to.equal(ledger.state.ledgerEnd);
    expect(JSON.stringify(activePage(later.ledger, [carol]))).to.equal(
      JSON.stringify(activePage(ledger, [carol])),
    );
    const packages = remote.calls.filter((call) => call.startsWith("GET /v2/packages/"));
    expect(new Set(packages).size).to.equal(packages.length);
  });

  it("returns to the offset and time of the fork by a snapshot and by a reset", async () => {
    const remote = await remoteParticipant();
    const fork = await forkParticipant(remote.options);
    const { ledger, pin } = fork;
    const pinned = ledger.snapshot();
    const page = JSON.stringify(activePage(ledger, [remote.bob]));
    for (const goBack of [() => ledger.revert(pinned), () => fork.reset()]) {
      ledger.clock.advance("1d");
      await issueIou({ ...remote, ledger });
      const other = await ledger.fork();
      const { ledgerEnd } = other.state;
      expect(ledgerEnd).to.be.above(pin.offset);
      await goBack();
      expect(JSON.stringify(activePage(ledger, [remote.bob]))).to.equal(page);
      expect([ledger.state.ledgerEnd, ledger.clock.time]).to.deep.equal([pin.offset, pin.at]);
      expect(other.state.ledgerEnd).to.equal(ledgerEnd);
    }
  });

  it("reads more contracts than one list returns, by continuation tokens or pages, up to its limit", async () => {
    for (const apiVersion of ["3.5.1", "3.5"] as const) {
      const remote = await remoteParticipant({ apiVersion });
      const commands = Array.from({ length: 450 }, () => ({
        CreateCommand: {
          templateId: "#iou:Iou:Iou",
          createArguments: { issuer: remote.alice, owner: remote.bob, amount: "1", watchers: [] },
        },
      }));
      await remote.ledger.submit({ actAs: remote.alice, commands, synchronizerId: remote.east });
      const { ledger } = await forkParticipant(remote.options);
      expect(ledger.state.active.all.size).to.equal(remote.ledger.state.active.all.size);
      const error = await rejectionOf(forkParticipant({ ...remote.options, maxContracts: 300 }));
      expect(error.cause).to.include("more than 300 contracts");
    }
  });

  it("copies only contracts of the given templates or interfaces", async () => {
    const remote = await remoteParticipant();
    const of = async (filter: object) => {
      const { ledger } = await forkParticipant({ ...remote.options, ...filter });
      return new Set(ledger.contracts("#keyed:Keyed:Entry").map(({ contractId }) => contractId))
        .size;
    };
    expect(await of({ templates: ["#keyed:Keyed:Entry"] })).to.equal(1);
    expect(await of({ interfaces: ["#iou:Iou:Holding"] })).to.equal(0);
  });

  it("copies disclosed contracts from its options", async () => {
    const remote = await remoteParticipant();
    const { alice, bob, carol, east } = remote;
    const page = activePage(remote.ledger, [alice]);
    const hidden = page.activeContracts.find(
      ({ contractEntry: entry }) =>
        "JsActiveContract" in entry &&
        !entry.JsActiveContract.createdEvent.observers.includes(carol),
    );
    const [, createdEventBlob = ""] =
      /"createdEventBlob":"([^"]+)"/u.exec(JSON.stringify(hidden)) ?? [];
    const options = { ...remote.options, parties: [carol] };
    const without = await forkParticipant(options);
    const fork = await forkParticipant({
      ...options,
      disclose: [{ createdEventBlob, synchronizerId: east }],
    });
    expect(fork.problems).to.deep.equal([]);
    expect(activePage(fork.ledger, [alice, bob]).activeContracts).to.have.length(
      activePage(without.ledger, [alice, bob]).activeContracts.length + 1,
    );
    const error = await rejectionOf(
      forkParticipant({ ...options, disclose: [{ createdEventBlob }] }),
    );
    expect(error.path).to.equal("disclose[0].synchronizerId");
  });

  it("reports unavailable packages and their contracts, or refuses them if strict", async () => {
    const remote = await remoteParticipant();
    const options = { ...remote.options, ledger: {} };
    const { problems } = await forkParticipant(options);
    const kinds = new Set(problems.map(({ kind }) => kind));
    expect([...kinds].sort()).to.deep.equal(["missingPackage", "unknownTemplate"]);
    expect((await rejectionOf(forkParticipant({ ...options, strict: true }))).code).to.equal(
      "INVALID_ARGUMENT",
    );
  });

  it("gets a new token after the first has expired", async () => {
    const remote = await remoteParticipant();
    const tokens = [tokenFor(secret, "reader", { expiresInSeconds: -60 }), remote.options.token];
    let asked = 0;
    const token = () => {
      const next = tokens[Math.min(asked++, 1)];
      return typeof next === "string" ? next : "";
    };
    const { problems } = await forkParticipant({ ...remote.options, token });
    expect([problems.length, asked]).to.deep.equal([0, 2]);
  });

  describe("forkParticipant, refusals", () => {
    it("refuses if the token may not read, naming right, user and party", async () => {
      const remote = await remoteParticipant();
      await createReader(remote.ledger, "bobs", [remote.bob]);
      await createReader(remote.ledger, "nobodys", []);
      const { bob, carol } = remote;
      const of = (user: string, parties?: readonly string[]) =>
        rejectionOf(
          forkParticipant({
            ...remote.options,
            token: tokenFor(secret, user),
            ...(parties && { parties }),
          }),
        );
      const one = await of("bobs", [bob, carol]);
      expect(one.code).to.equal("PERMISSION_DENIED");
      expect(one.cause).to.include(`bobs has no right to read as ${carol}. It needs CanReadAs`);
      expect((await of("nobodys")).cause).to.include("nobodys has no right to read as any party");
    });

    it("refuses a party that the participant does not host", async () => {
      const remote = await remoteParticipant();
      const nobody = `nobody::1220${"ab".repeat(32)}`;
      await createReader(remote.ledger, "seer", [nobody]);
      const token = tokenFor(secret, "seer");
      const error = await rejectionOf(
        forkParticipant({ ...remote.options, token, parties: [nobody] }),
      );
      expect(error.code).to.equal("PARTY_NOT_FOUND");
    });

    it("refuses an offset that is too high, pruned, or malformed", async () => {
      const remote = await remoteParticipant();
      await remote.ledger.prune(6);
      const at = async (atOffset: number) =>
        (await rejectionOf(forkParticipant({ ...remote.options, atOffset }))).code;
      expect(await at(10_000)).to.equal("OFFSET_AFTER_LEDGER_END");
      expect(await at(5)).to.equal("PARTICIPANT_PRUNED_DATA_ACCESSED");
      for (const none of [0, -1, 1.5, Number.NaN]) {
        expect(await at(none)).to.equal("INVALID_ARGUMENT");
      }
    });

    it("refuses a token of another user, and a missing token", async () => {
      const remote = await remoteParticipant();
      for (const token of [tokenFor("another secret", "reader"), "no token", undefined]) {
        const { url, fetch, webSocket } = remote.options;
        const options = {
          url,
          ...(fetch && { fetch }),
          ...(webSocket !== undefined && { webSocket }),
        };
        const error = await rejectionOf(
          forkParticipant(token === undefined ? options : { ...options, token }),
        );
        expect(error.code).to.equal("UNAUTHENTICATED");
        expect(error.cause).to.match(/GET \/v2\/\S+ with status 401/u);
        if (token !== undefined) expect(error.cause).to.not.include(token);
      }
    });

    it("refuses malformed URLs and invalid options", async () => {
      const remote = await remoteParticipant();
      const path = async (options: object) =>
        (await rejectionOf(forkParticipant({ ...remote.options, ...options }))).path;
      expect(await path({ url: "participant.example" })).to.equal("url");
      expect(await path({ url: "file:///etc/passwd" })).to.equal("url");
      expect(await path({ maxContracts: 0 })).to.equal("maxContracts");
      expect(await path({ parties: [] })).to.equal("parties");
    });

    const failures: readonly (readonly [string, () => Response, string])[] = [
      ["413", refused(413, "too large"), "JSON_API_MAXIMUM_LIST_ELEMENTS_NUMBER_REACHED"],
      ["429", refused(429, ""), "PARTICIPANT_BACKPRESSURE"],
      ["503", refused(503, "starting"), "SERVICE_NOT_RUNNING"],
      ["403", refused(403, '{"code":"NA","cause":"no"}'), "PERMISSION_DENIED"],
      ["401", refused(401, "{}"), "UNAUTHENTICATED"],
      ["a page of HTML", () => new Response("<html>"), "LEDGER_API_INTERNAL_ERROR"],
      [
        "a cut answer",
        () => new Response('{"activeContracts":[{"contr'),
        "LEDGER_API_INTERNAL_ERROR",
      ],
      [
        "a lost connection",
        () => {
          throw new TypeError("fetch failed", { cause: new Error("ECONNRESET") });
        },
        "SERVICE_NOT_RUNNING",
      ],
      [
        "a pruned ledger",
        refused(400, '{"code":"PARTICIPANT_PRUNED_DATA_ACCESSED","cause":"pruned"}'),
        "PARTICIPANT_PRUNED_DATA_ACCESSED",
      ],
    ];
    it("refuses as a whole if any call fails, and names the call", async () => {
      let failing = -1;
      let failure = (): Response | undefined => undefined;
      const remote = await remoteParticipant({}, (_, index) =>
        index === failing ? failure() : undefined,
      );
      await forkParticipant(remote.options);
      const calls = remote.calls.splice(0);
      await fc.assert(
        fc.asyncProperty(
          fc.nat(calls.length - 1),
          fc.constantFrom(...failures),
          async (index, [name, fail, code]) => {
            remote.calls.length = 0;
            failing = index;
            failure = fail;
            const call = calls[index] ?? "";
            const outcome = await forkParticipant(remote.options).then(
              ({ problems }) => problems.length,
              (error: unknown) => error,
            );
            if (typeof outcome === "number") {
              // The fork succeeds if an optional call fails, but not if a call for the ledger's content
              // fails.
              expect(outcome, `${call}: ${name}`).to.equal(0);
              expect(call).to.match(/authenticated-user|rights|updates|packages/u);
              return;
            }
            const details = errorOf(() => {
              throw outcome;
            });
            // A user that may not read its own rights gets an error if the fork needs the rights.
            const isAbout = /authenticated-user|rights/u.test(call);
            const told = isAbout && name === "403" ? "PERMISSION_DENIED" : code;
            expect(details.code, `${call}: ${name}`).to.equal(told);
            const path = call.split(" ")[1] ?? "";
            if (!isAbout) expect(details.cause).to.include(path);
          },
        ),
        { numRuns: 60 },
      );
    });
  });

  it("runs at real speed from the time of the fork on after its clock is resumed", async () => {
    const remote = await remoteParticipant();
    const timeSource = new ManualTime(1_900_000_000_000_000n);
    const { ledger, pin } = await forkParticipant({
      ...remote.options,
      ledger: { ...remote.options.ledger, timeSource },
    });
    expect(ledger.clock.time).to.equal(pin.at);
    ledger.clock.resume();
    await timeSource.advance(90_000);
    expect(ledger.clock.time).to.equal("2024-01-01T12:01:30Z");
    await issueIou({ ...remote, ledger });
  });

  it("freezes its clock at the time of the fork unless a clock is given", async () => {
    const remote = await remoteParticipant();
    const { ledger } = await forkParticipant({
      ...remote.options,
      ledger: { ...remote.options.ledger, clock: { freeze: "2030-01-01T00:00:00Z" } },
    });
    expect(ledger.clock.time).to.equal("2030-01-01T00:00:00Z");
  });
});
