import { expect } from "chai";

import { type Caller, submitAndWaitForReassignment } from "../../../lib/api.ts";
import { createLedger, type Ledger, Ping } from "../../../lib/index.ts";
import { entryText } from "../../../lib/ledger/stores/text/entry-text.ts";
import { createMemoryStore, type JournalStore, type WrittenEntry } from "../../../lib/store.ts";
import { openLevelStore } from "../../../lib/stores/level/index.ts";
import { createFetch, formatRequestLogLine } from "../../../middleware/index.ts";
import { collectAll } from "../../support/collect-all.ts";
import { rejectionOf } from "../../support/error-of.ts";
import { RequestRecords } from "../../support/request-records.ts";
import {
  issueIou,
  reassignmentBody,
  twoSynchronizers,
  unassignCommand,
} from "../../support/two-synchronizers.ts";
import { useFolder } from "../../support/use-folder.ts";

/** Returns the entry at a position as the store returns it. */
const writtenIn = async (store: JournalStore, position: number) => {
  const [entry] = await collectAll(store.read(position - 1));
  return { position, bytes: Buffer.byteLength(entryText(entry?.events ?? [])) };
};

describe("journal position in the request log", () => {
  const place = useFolder("written-entries");
  let ledger: Ledger;
  let store: JournalStore;
  let records: RequestRecords;
  beforeEach(() => (records = new RequestRecords()));
  afterEach(() => ledger.close());

  const openOn = async (own: JournalStore): Promise<void> => {
    store = own;
    ledger = await createLedger({ store, requests: true });
  };

  const call = async (path: string, body?: unknown): Promise<Response> => {
    const api = createFetch(ledger, { auth: "disabled", onRequest: records.onRequest });
    return api(path, body === undefined ? {} : { method: "POST", body: JSON.stringify(body) });
  };

  const commands = (commandId: string) => {
    const party: string = ledger.state.participantId;
    const templateId = "#canton-builtin-admin-workflow-ping:Canton.Internal.Ping:Ping";
    const createArguments = { id: commandId, initiator: party, responder: party };
    return {
      commandId,
      userId: "ann",
      actAs: [party],
      commands: [{ CreateCommand: { templateId, createArguments } }],
    };
  };

  const written = (position: number) => writtenIn(store, position);

  it("is the durable position in the journal of a folder, with the entry's size in bytes", async () => {
    await openOn(await openLevelStore(place()));
    const asked: readonly (readonly [string, unknown])[] = [
      ["/v2/parties", { partyIdHint: "ann" }],
      ["/v2/users", { user: { id: "ann", primaryParty: "" }, rights: [] }],
      ["/v2/commands/submit-and-wait", commands("1")],
      ["/v2/commands/async/submit", commands("2")],
    ];
    for (const [path, body] of asked) {
      expect((await call(path, body)).status, path).to.equal(200);
      const expected = await written(ledger.state.position);
      expect(records.all.at(-1)?.written, path).to.deep.equal(expected);
      expect([...ledger.requests].at(-1)?.written, path).to.deep.equal(expected);
    }
    const record = records.all.at(-1);
    const { position, bytes } = await written(ledger.state.position);
    expect(record && formatRequestLogLine(record)).to.match(
      new RegExp(`200 \\d+(\\.\\d)? ms position=${position} bytes=${bytes}( |$)`, "u"),
    );
  });

  it("is logged for writes that are not yet durable, and for rejections with a completion", async () => {
    await openOn(await openLevelStore(place()));
    ledger.delayCommits(5);
    expect((await call("/v2/commands/submit-and-wait", commands("1"))).status).to.equal(200);
    expect(records.all.at(-1)?.written).to.deep.equal(await written(ledger.state.position));
    const { position } = ledger.state;
    expect((await call("/v2/commands/submit-and-wait", commands("1"))).status).to.equal(409);
    expect(ledger.state.position).to.equal(position + 1);
    expect(records.all.at(-1)?.written).to.deep.equal(await written(position + 1));
  });

  it("is absent for reads, and for requests rejected before a decision", async () => {
    await openOn(await openLevelStore(place()));
    await call("/v2/state/ledger-end");
    await call("/v2/parties", { partyIdHint: "ä" });
    await call("/v2/users", { user: { id: "" } });
    expect(records.all.map((each) => each.written)).to.deep.equal([
      undefined,
      undefined,
      undefined,
    ]);
    expect(ledger.state.position).to.equal((await collectAll(store.read(0))).length);
  });

  it("is logged for method calls on the ledger and for requests", async () => {
    await openOn(await openLevelStore(place()));
    const party: string = ledger.state.participantId;
    const ping = Ping.create({ id: "1", initiator: party, responder: party });
    await ledger.submit({ actAs: party, commandId: "1", commands: ping });
    expect([...ledger.requests].at(-1)?.written).to.deep.equal(
      await written(ledger.state.position),
    );
    await rejectionOf(ledger.submit({ actAs: "nobody::1220", commandId: "2", commands: ping }));
    expect([...ledger.requests].at(-1)?.written).to.equal(undefined);
    await ledger.prune(1);
    expect([...ledger.requests].at(-1)?.written?.position).to.equal(ledger.state.position);
  });

  it("is absent in memory", async () => {
    await openOn(createMemoryStore());
    await call("/v2/parties", { partyIdHint: "ann" });
    expect(records.all.map((each) => each.written)).to.deep.equal([undefined]);
  });
});

describe("reassignment of a contract", () => {
  const place = useFolder("written-reassignment");

  it("is logged with its journal position", async () => {
    const store = await openLevelStore(place());
    const scene = await twoSynchronizers({ store });
    const { bob, east, west } = scene;
    const contractId = await issueIou(scene);
    const told: WrittenEntry[] = [];
    const caller: Caller = { kind: "trusted", onWritten: (entry) => told.push(entry) };
    const body = reassignmentBody(bob, unassignCommand(contractId, east, west));
    await submitAndWaitForReassignment(scene.ledger, body, caller);
    expect(told).to.deep.equal([await writtenIn(store, scene.ledger.state.position)]);
    await scene.ledger.close();
  });
});
