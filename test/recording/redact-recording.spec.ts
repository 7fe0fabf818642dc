import { expect } from "chai";

import { tokenFor } from "../../fixtures/testing/index.ts";
import { createFetch } from "../../middleware/index.ts";
import {
  createRecorder,
  parseRecording,
  type Recording,
  redactRecording,
  serializeRecording,
} from "../../middleware/recording/index.ts";
import { errorOf } from "../support/error-of.ts";
import { iouLedger } from "../support/iou-ledger.ts";
import { secret } from "../support/tokens.ts";

const admin = "participant_admin";

/** Records a session: alice issues an IOU to bob, who reads it. */
const recording = async (): Promise<Recording> => {
  const { ledger, alice, bob } = await iouLedger();
  const lines: string[] = [];
  const fetch = createFetch(ledger, { auth: { hs256Secret: secret } });
  const recorder = createRecorder({ fetch, write: (line) => lines.push(line) });
  const headers = { Authorization: `Bearer ${tokenFor(secret, admin)}` };
  const send = (path: string, body: unknown) =>
    recorder.fetch(`http://participant${path}`, {
      method: "POST",
      headers: { ...headers, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
  await send(`/v2/users/${admin}/rights`, {
    userId: admin,
    identityProviderId: "",
    rights: [{ kind: { CanActAs: { value: { party: alice } } } }],
  });
  await send("/v2/parties", { partyIdHint: "treasury", identityProviderId: "" });
  await send("/v2/commands/submit-and-wait", {
    commandId: "owe",
    userId: admin,
    actAs: [alice],
    commands: [
      {
        CreateCommand: {
          templateId: "#iou:Iou:Iou",
          createArguments: { issuer: alice, owner: bob, amount: "1", watchers: [] },
        },
      },
    ],
  });
  const filter = {
    cumulative: [
      { identifierFilter: { WildcardFilter: { value: { includeCreatedEventBlob: true } } } },
    ],
  };
  await send("/v2/state/active-contracts", {
    activeAtOffset: ledger.state.ledgerEnd,
    eventFormat: { filtersByParty: { [alice]: filter }, verbose: true },
  });
  await recorder.fetch(`http://participant/v2/parties/${encodeURIComponent(bob)}`, { headers });
  await recorder.close();
  return parseRecording(lines.join(""));
};

describe("redacted recording", () => {
  it("contains no names of parties, participants or users, and replaces each name consistently", async () => {
    const text = serializeRecording(redactRecording(await recording()));
    for (const name of ["alice", "bob", "treasury", admin, "participant::"]) {
      expect(text).to.not.include(name);
    }
    expect(text).to.match(
      /"issuer":"(party-\d+::1220[0-9a-f]{64})".*"actAs":\["\1"\]|"actAs":\["(party-\d+::1220[0-9a-f]{64})"\].*"issuer":"\2"/u,
    );
    expect(text).to.include('"user":"user-1"').and.include("/v2/users/user-1/rights");
    expect(text).to.include('"partyIdHint":"name-1"').and.include("/v2/parties/party-");
  });

  it('replaces values that may contain hidden names by the text "redacted"', async () => {
    const before = await recording();
    expect(serializeRecording(before)).to.match(/"createdEventBlob":"[^"]{100}/u);
    const text = serializeRecording(redactRecording(before));
    expect(text)
      .to.include('"createdEventBlob":"redacted"')
      .and.not.match(/"createdEventBlob":"[^"]{10}/u);
  });

  it("replaces the texts at given pointers, and contract ids, on request", async () => {
    const before = await recording();
    const [contract = ""] = /00[0-9a-f]{130,}/u.exec(serializeRecording(before)) ?? [];
    expect(serializeRecording(redactRecording(before)))
      .to.include(contract)
      .and.include('"amount":"1');
    const text = serializeRecording(
      redactRecording(before, { ids: true, texts: ["/**/createArguments/amount"] }),
    );
    expect(text).to.not.include(contract);
    expect(text).to.include('"amount":"text-1"');
    expect(text).to.match(/"contractId":"00[0-9a-f]+"/u);
  });

  it("replaces names in streams, queries, texts and encoded paths, and omits bytes", () => {
    const alice = `alice::1220${"a".repeat(64)}`;
    const { header, exchanges } = redactRecording({
      header: { recording: 1, startedAt: "2026-01-01T00:00:00Z" },
      exchanges: [
        {
          kind: "stream",
          id: 1,
          at: 0,
          millis: 1,
          path: "/v2/updates",
          query: "party=alice%3A%3A1220",
          status: 101,
          frames: [
            { from: "client", at: 0, body: { json: [alice] } },
            { from: "client", at: 0, body: { text: `no JSON of ${alice}` } },
            { from: "participant", at: 0, body: { base64: "/wAA" } },
            { from: "participant", at: 0, body: { omitted: 7 } },
            { from: "participant", at: 0, body: { json: alice } },
          ],
        },
        {
          kind: "call",
          id: 2,
          at: 0,
          millis: 1,
          method: "GET",
          path: `/v2/parties/${encodeURIComponent(alice)}/100%`,
          query: `party=${encodeURIComponent(alice)}`,
          status: 404,
        },
      ],
    });
    const [stream, call] = exchanges;
    if (stream?.kind !== "stream" || call === undefined) return expect.fail("no stream");
    expect(header.participantId).to.equal(undefined);
    const [first] = stream.frames;
    const alias =
      first !== undefined && "json" in first.body ? (first.body.json as [string])[0] : "";
    expect(alias).to.match(/^party-1::1220[0-9a-f]{64}$/u);
    expect(stream.frames.map(({ body }) => body)).to.deep.equal([
      { json: [alias] },
      { text: `no JSON of ${alias}` },
      { omitted: 3 },
      { omitted: 7 },
      { json: alias },
    ]);
    expect(call.path).to.equal(`/v2/parties/${encodeURIComponent(alias)}/100%`);
    expect(decodeURIComponent(call.query ?? "")).to.equal(`party=${alias}`);
  });

  it("is a recording that can be read again", async () => {
    const redacted = redactRecording(await recording(), { ids: true });
    const text = serializeRecording(redacted);
    expect(serializeRecording(parseRecording(text))).to.equal(text);
  });

  it("does not change its source", async () => {
    const before = await recording();
    const text = serializeRecording(before);
    redactRecording(before, { ids: true });
    expect(serializeRecording(before)).to.equal(text);
  });

  it("requires pointers that begin with a slash", () => {
    const empty: Recording = {
      header: { recording: 1, startedAt: "2026-01-01T00:00:00Z" },
      exchanges: [],
    };
    expect(errorOf(() => redactRecording(empty, { texts: ["memo"] })).code).to.equal(
      "INVALID_ARGUMENT",
    );
  });
});
