import { request as httpRequest } from "node:http";

import { expect } from "chai";
import express from "express";

import { exportFixture, fixtureText, iou } from "../../../fixtures/index.ts";
import { createLedger, ledgerError } from "../../../lib/index.ts";
import { createMemoryStore } from "../../../lib/store.ts";
import { openLevelStore } from "../../../lib/stores/level/index.ts";
import { createControlRouter, createFetch } from "../../../middleware/index.ts";
import { plainState } from "../../support/plain-state.ts";
import { useFolder } from "../../support/use-folder.ts";
import { withControl } from "../../support/with-control.ts";

const note = `
steps:
  - parties: [bank, alice]
  - submit:
      as: [bank, alice]
      id: note
      create:
        template: "#iou:Iou:Iou"
        arguments: { issuer: "\${bank}", owner: "\${alice}", currency: EUR, amount: 1, observers: [] }
`;

interface Snapshots {
  readonly snapshots: readonly { readonly after?: string }[];
}

describe("createControlRouter", () => {
  const place = useFolder("control");

  it("shows and moves the clock", () =>
    withControl(async (call, ledger) => {
      expect(await call("GET", "/clock")).to.deep.equal({
        status: 200,
        json: { time: "2030-01-01T00:00:00Z", mode: "manual" },
      });
      const moved = await call("POST", "/clock", { time: "2030-01-31T12:00:00.5Z" });
      expect(moved.json).to.deep.equal({ time: "2030-01-31T12:00:00.5Z", mode: "manual" });
      expect((await call("POST", "/clock", { advance: "1h" })).json).to.deep.include({
        time: "2030-01-31T13:00:00.5Z",
      });
      expect((await call("POST", "/clock", { resume: true })).json).to.deep.include({
        mode: "real",
      });
      expect(ledger.clock.mode).to.equal("real");
    }));

  it("refuses invalid times, and moving the clock back", () =>
    withControl(async (call, ledger) => {
      const refused = [
        { time: "2029-01-01T00:00:00Z" },
        { time: "soon" },
        { time: 7 },
        {},
        { advance: "-1h" },
        "{",
        "7",
      ];
      for (const body of refused) {
        const { status, json } = await call("POST", "/clock", body);
        expect(status, JSON.stringify(body)).to.equal(400);
        expect(json).to.deep.include({ code: "INVALID_ARGUMENT" });
      }
      expect((await call("POST", "/clock")).status).to.equal(400);
      expect(ledger.clock.now()).to.equal(BigInt(Date.UTC(2030, 0, 1)) * 1000n);
    }));

  it("shows and changes the commit delay", () =>
    withControl(async (call, ledger) => {
      const shown = { status: 200, json: { millis: 0 } };
      expect(await call("GET", "/commit-delay")).to.deep.equal(shown);
      expect((await call("POST", "/commit-delay", { millis: 250 })).json).to.deep.equal({
        millis: 250,
      });
      expect(ledger.commitDelayMillis).to.equal(250);
      for (const body of [{ millis: -1 }, { millis: "1" }, {}]) {
        const { status, json } = await call("POST", "/commit-delay", body);
        expect(status, JSON.stringify(body)).to.equal(400);
        expect(json).to.deep.include({ code: "INVALID_ARGUMENT" });
      }
      expect(ledger.commitDelayMillis).to.equal(250);
    }));

  it("loads fixtures in JSON and YAML, and returns the values by name", () =>
    withControl(async (call, ledger) => {
      const yaml = await call("POST", "/fixtures", note);
      expect(yaml.status).to.equal(200);
      const { names } = yaml.json as { readonly names: Readonly<Record<string, string>> };
      expect(ledger.state.parties.has(names["alice"] ?? "")).to.equal(true);
      expect(ledger.state.contracts.get(names["note"] ?? "")?.activation).to.not.equal(undefined);
      const json = await call("POST", "/fixtures", { steps: [{ party: "bob" }] });
      expect(json.json).to.have.nested.property("names.bob");
    }));

  it("reports the position of an error in a fixture, and loads nothing of it", () =>
    withControl(async (call, ledger) => {
      const before = ledger.state;
      const { status, json } = await call("POST", "/fixtures", "steps:\n  - party: a\n  - nothing");
      expect(status).to.equal(400);
      expect(json).to.deep.include({ context: { line: "3", column: "5" } });
      expect(ledger.state).to.equal(before);
      expect((await call("POST", "/fixtures")).status).to.equal(400);
    }));

  it("keeps named snapshots as a tree, and forks from any of them", () =>
    withControl(async (call, ledger) => {
      await call("POST", "/snapshots", { name: "empty" });
      await call("POST", "/fixtures", note);
      const left = ledger.state;
      const forked = await call("POST", "/snapshots/empty/fork", { name: "with a note" });
      expect(forked.status).to.equal(201);
      expect(forked.json).to.deep.nested.include({
        "left.id": "with a note",
        "left.name": "with a note",
        "left.after": "empty",
        "on.name": "empty",
      });
      expect(ledger.state.ledgerEnd).to.equal(0);
      await call("POST", "/snapshots", { name: "another" });
      await call("POST", "/snapshots/with%20a%20note/revert");
      expect(ledger.state).to.equal(left);
      await call("POST", "/snapshots");
      const afters = async () =>
        ((await call("GET", "/snapshots")).json as Snapshots).snapshots.map(({ after }) => after);
      expect(await afters()).to.deep.equal([undefined, "empty", "empty", "with a note"]);
      await call("DELETE", "/snapshots/with%20a%20note");
      expect(await afters()).to.deep.equal([undefined, "empty", "empty"]);
      await call("POST", "/reset");
      await call("POST", "/snapshots");
      expect((await afters()).at(-1)).to.equal(undefined);
      for (const name of [1, "1", "..", "empty", "a\nb", "x".repeat(201)]) {
        const { status, json } = await call("POST", "/snapshots", { name });
        expect(status).to.equal(400);
        expect(json).to.deep.include({ code: "INVALID_ARGUMENT" });
      }
      expect((await call("POST", "/snapshots/9/fork")).status).to.equal(404);
    }));

  it("reverts to the ledger as it was at an offset", () =>
    withControl(async (call, ledger) => {
      await call("POST", "/fixtures", note);
      const { ledgerEnd } = ledger.state;
      await call("POST", "/fixtures", { steps: [{ party: "later" }] });
      expect(ledger.state.ledgerEnd).to.be.above(ledgerEnd);
      const { status, json } = await call("POST", "/snapshots", { offset: ledgerEnd });
      expect(status).to.equal(201);
      const id = `offset ${ledgerEnd}`;
      expect(json).to.deep.include({ id, name: id, ledgerEnd });
      await call("POST", `/snapshots/${encodeURIComponent(id)}/fork`, { name: "later" });
      expect(ledger.state.ledgerEnd).to.equal(ledgerEnd);
      const refused = await call("POST", "/snapshots", { offset: "7" });
      expect(refused.status).to.equal(400);
      expect(refused.json).to.deep.nested.include({ "hint.pointer": "/offset" });
    }));

  it("returns the current snapshot of a name, even if another process took it", () =>
    withControl(async (call, ledger) => {
      await call("POST", "/snapshots", { name: "shared" });
      await call("POST", "/fixtures", note);
      await ledger.namedSnapshots.forget("shared");
      await ledger.namedSnapshots.keep("shared");
      const { ledgerEnd } = ledger.state;
      const { json } = await call("GET", "/snapshots");
      expect((json as { readonly snapshots: unknown[] }).snapshots).to.have.length(1);
      expect(json).to.deep.nested.include({ "snapshots[0].ledgerEnd": ledgerEnd });
      const reverted = await call("POST", "/snapshots/shared/revert");
      expect(reverted.json).to.deep.include({ ledgerEnd });
    }));

  it("keeps snapshots without names if the store cannot keep named ones", () => {
    const cause = "No right to the table.";
    const refuse = () => Promise.reject(ledgerError("SERVICE_NOT_RUNNING", { cause }));
    const snapshots = { keep: refuse, list: refuse, delete: refuse };
    const store = Object.assign(createMemoryStore(), { snapshots });
    return withControl(
      async (call, ledger) => {
        expect((await call("POST", "/snapshots")).status).to.equal(201);
        await call("POST", "/fixtures", note);
        expect((await call("POST", "/snapshots/1/fork")).status).to.equal(201);
        expect(ledger.state.ledgerEnd).to.equal(0);
        expect((await call("POST", "/snapshots", { name: "a" })).status).to.equal(503);
      },
      undefined,
      undefined,
      store,
    );
  });

  it("has the same tree of named snapshots after a restart", async () => {
    const folder = place();
    const served = async (use: Parameters<typeof withControl>[0]): Promise<void> => {
      const store = await openLevelStore(folder);
      await withControl(
        async (call, ledger) => {
          await use(call, ledger, "");
          await ledger.close();
        },
        undefined,
        undefined,
        store,
      );
    };
    const time = "2030-01-01T00:00:00Z";
    const empty = { id: "empty", name: "empty", ledgerEnd: 0, time };
    await served(async (call) => {
      expect((await call("POST", "/snapshots", { name: "empty" })).json).to.deep.equal(empty);
      await call("POST", "/snapshots");
      await call("POST", "/fixtures", note);
      await call("POST", "/clock", { time: "2031-01-01T00:00:00Z" });
      expect((await call("POST", "/snapshots", { name: "note" })).json).to.deep.include({
        after: "1",
      });
      await call("POST", "/snapshots/empty/revert");
    });
    await served(async (call, ledger) => {
      const noted = { id: "note", name: "note", after: "empty", ledgerEnd: 3 };
      const late = { ...noted, time: "2031-01-01T00:00:00Z" };
      const list = async () => ((await call("GET", "/snapshots")).json as Snapshots).snapshots;
      expect(await list()).to.deep.equal([empty, late]);
      expect((await call("POST", "/snapshots", { name: "another" })).json).to.deep.include({
        after: "empty",
      });
      expect((await call("POST", "/snapshots/note/revert")).json).to.deep.equal(late);
      expect(ledger.state.ledgerEnd).to.equal(3);
      expect(ledger.clock.time).to.equal("2031-01-01T00:00:00Z");
      expect((await call("POST", "/snapshots")).json).to.deep.include({ id: "1", after: "note" });
      expect((await call("DELETE", "/snapshots/empty")).status).to.equal(204);
      expect((await list()).map(({ after }) => after)).to.deep.equal([
        undefined,
        undefined,
        "note",
      ]);
    });
  });

  it("takes snapshots, lists them, and reverts to any of them", () =>
    withControl(async (call, ledger) => {
      const empty = (await call("POST", "/snapshots")).json as { readonly id: string };
      const before = ledger.state;
      await call("POST", "/fixtures", note);
      await call("POST", "/clock", { time: "2031-01-01T00:00:00Z" });
      const full = await call("POST", "/snapshots");
      expect(full.status).to.equal(201);
      const after = ledger.state;
      expect((await call("GET", "/snapshots")).json).to.deep.equal({
        snapshots: [
          { id: "1", ledgerEnd: 0, time: "2030-01-01T00:00:00Z" },
          { id: "2", after: "1", ledgerEnd: 3, time: "2031-01-01T00:00:00Z" },
        ],
      });
      expect((await call("POST", `/snapshots/${empty.id}/revert`)).status).to.equal(200);
      expect(ledger.state).to.equal(before);
      expect((await call("POST", "/snapshots/2/revert")).json).to.deep.include({ ledgerEnd: 3 });
      expect(ledger.state).to.equal(after);
      expect((await call("DELETE", "/snapshots/1")).status).to.equal(204);
      for (const [method, path] of [
        ["DELETE", "/snapshots/1"],
        ["POST", "/snapshots/1/revert"],
        ["POST", "/snapshots/__proto__/revert"],
      ] as const) {
        const { status, json } = await call(method, path);
        expect(status).to.equal(404);
        expect(json).to.deep.include({ code: "UNKNOWN_RESOURCE" });
      }
    }));

  it("resets to the initial state", () =>
    withControl(async (call, ledger) => {
      const beginning = ledger.state;
      await call("POST", "/fixtures", note);
      expect(ledger.state).to.not.equal(beginning);
      expect((await call("POST", "/reset")).json).to.deep.equal({ ledgerEnd: 0 });
      expect(ledger.state).to.equal(beginning);
    }));

  it("exports a fixture that it can load again", () =>
    withControl(async (call, ledger, baseUrl) => {
      await call("POST", "/fixtures", note);
      const { json } = await call("GET", "/export");
      const yaml = await fetch(`${baseUrl}/control/export?format=yaml`);
      expect(yaml.headers.get("content-type")).to.match(/^application\/yaml/);
      const text = await yaml.text();
      expect(json).to.deep.equal(exportFixture(ledger));
      expect(text).to.equal(fixtureText(exportFixture(ledger)));
      await call("POST", "/reset");
      const empty = await fetch(`${baseUrl}/control/export?format=yaml`);
      expect(await empty.text()).to.equal(fixtureText(exportFixture(ledger)));
      expect((await call("POST", "/fixtures", json)).status).to.equal(200);
      await call("POST", "/reset");
      expect((await call("POST", "/fixtures", text)).status).to.equal(200);
      expect(ledger.state.active.all.size).to.equal(1);
    }));

  it("dumps the ledger with all its history", () =>
    withControl(async (call, ledger, baseUrl) => {
      await call("POST", "/fixtures", note);
      const response = await fetch(`${baseUrl}/control/dump`);
      expect(response.headers.get("content-type")).to.match(/^application\/json/);
      const from = await response.text();
      const loaded = await createLedger({ packages: [iou], from });
      expect(plainState(loaded.state)).to.deep.equal(plainState(ledger.state));
      await ledger.close();
      expect((await call("GET", "/dump")).status).to.equal(503);
    }));

  it("starts the request journal, shows, filters and clears its requests", async () => {
    await withControl(async (call, ledger, baseUrl) => {
      expect((await call("GET", "/requests")).json).to.deep.equal({
        kept: null,
        size: 0,
        requests: [],
      });
      const kept = { entries: 5, bodies: false, bodyLength: 16_384 };
      const on = await call("POST", "/requests", { keep: true, entries: 5 });
      expect(on.json).to.deep.equal({ kept, size: 0 });
      const fetch = createFetch(ledger, { auth: "disabled" });
      await fetch("/v2/version");
      await fetch("/v2/users/nobody");
      await fetch("/v2/state/ledger-end");
      const paths = async (query: string): Promise<unknown> => {
        const { json } = await call("GET", `/requests${query}`);
        const { requests } = json as { requests: readonly { readonly path: string }[] };
        return requests.map(({ path }) => path.slice("/v2/".length));
      };
      expect(await paths("")).to.deep.equal(["version", "users/nobody", "state/ledger-end"]);
      expect(await paths("?limit=1")).to.deep.equal(["state/ledger-end"]);
      expect(await paths("?after=1&limit=1")).to.deep.equal(["users/nobody"]);
      expect(await paths("?status=refused")).to.deep.equal(["users/nobody"]);
      expect(await paths("?operation=getLedgerApiVersion")).to.deep.equal(["version"]);
      expect(await paths("?principal=ann")).to.deep.equal([]);
      expect((await call("GET", "/requests/2")).json).to.include({ id: 2, status: 404 });
      expect((await call("GET", "/requests?format=har")).json).to.deep.equal(
        JSON.parse(JSON.stringify(ledger.requests.toHar())),
      );
      const lines = async (): Promise<string> =>
        (await globalThis.fetch(`${baseUrl}/control/requests?format=jsonl`)).text();
      expect(await lines()).to.equal(ledger.requests.toJsonLines());
      expect((await call("DELETE", "/requests")).status).to.equal(204);
      expect((await call("GET", "/requests/2")).status).to.equal(404);
      expect(await lines()).to.equal("");
      const off = await call("POST", "/requests", { keep: false });
      expect(off.json).to.deep.equal({ kept: null, size: 0 });
    });
  });

  it("refuses invalid options of the request journal", async () => {
    await withControl(async (call) => {
      const wrong = [
        "?limit=1001",
        "?after=x",
        "?status=maybe",
        "?format=xml",
        "/1e3",
        "/__proto__",
      ];
      for (const query of wrong) {
        expect((await call("GET", `/requests${query}`)).status, query).to.be.within(400, 404);
      }
      expect((await call("POST", "/requests", {})).status).to.equal(400);
      expect((await call("POST", "/requests", { keep: true, entries: -1 })).status).to.equal(400);
      expect((await call("GET", "/explain?updateId=1")).status).to.equal(400);
    });
  });

  const createIou = (fields: { issuer: string; owner: string; amount: string }) => ({
    CreateCommand: {
      templateId: "#iou:Iou:Iou",
      createArguments: { ...fields, currency: "EUR", observers: [] },
    },
  });

  it("shows what commands would do and which parties would see it, and writes nothing", async () => {
    await withControl(async (call, ledger) => {
      await call("POST", "/fixtures", note);
      const [bank = "", alice = ""] = ["bank", "alice"].map((name) =>
        [...ledger.state.parties.keys()].find((party) => party.startsWith(`${name}::`)),
      );
      const { ledgerEnd } = ledger.state;
      const create = createIou({ issuer: bank, owner: alice, amount: "1" });
      const body = { actAs: [bank, alice], commands: [create] };
      const { status, json } = await call("POST", "/dry-run", body);
      expect(status, JSON.stringify(json)).to.equal(200);
      expect(json).to.have.nested.property("transaction.events").with.length(1);
      expect(json).to.have.property("seenBy").that.has.all.keys(bank, alice);
      expect(ledger.state.ledgerEnd).to.equal(ledgerEnd);
      for (const wrong of [
        {},
        { ...body, actAs: 5 },
        { ...body, comands: [] },
        { commands: [create] },
      ]) {
        expect((await call("POST", "/dry-run", wrong)).status).to.equal(400);
      }
      const refused = await call("POST", "/dry-run", { ...body, actAs: [alice] });
      expect(refused.json).to.include({ code: "DAML_AUTHORIZATION_ERROR" });
      expect(refused.json).to.not.have.property("trace");
      expect(refused.json).to.have.nested.property("hint.advice", `Add ${bank} to actAs.`);
      expect(json).to.not.have.property("trace");

      const traced = await call("POST", "/dry-run", { ...body, trace: true });
      expect(traced.json).to.have.nested.property("trace.steps").with.length(1);
      expect(traced.json).to.have.nested.property("trace.steps[0].kind", "create");
      const failed = await call("POST", "/dry-run", { ...body, actAs: [alice], trace: true });
      expect(failed.status).to.equal(refused.status);
      expect(failed.json).to.have.nested.property("trace.error", "DAML_AUTHORIZATION_ERROR");
      expect(failed.json).to.have.nested.property(
        "trace.steps[0].error",
        "DAML_AUTHORIZATION_ERROR",
      );
    });
  });

  it("gives advice on the failure of a dry run, not on the form of the request", () =>
    withControl(async (call, ledger) => {
      await call("POST", "/fixtures", note);
      const [alice = "", bank = ""] = [...ledger.state.parties.keys()];
      const body = (amount: string) => ({
        actAs: [bank, alice],
        commands: [createIou({ issuer: bank, owner: alice, amount })],
      });
      const { json } = await call("POST", "/dry-run", body("-1"));
      expect(json).to.include({ code: "DAML_FAILURE" });
      expect(json)
        .to.have.nested.property("hint.advice")
        .that.is.a("string")
        .that.does.not.include("POST /v2/commands");
      const { json: malformed } = await call("POST", "/dry-run", { ...body("1"), commands: [] });
      expect(malformed)
        .to.have.nested.property("hint.advice")
        .that.includes("POST /v2/commands/submit-and-wait");
    }));

  it("explains an update to a party", async () => {
    await withControl(async (call, ledger) => {
      await call("POST", "/fixtures", note);
      const [alice = ""] = [...ledger.state.parties.keys()];
      const update = ledger.state.log.get(ledger.state.ledgerEnd)?.update;
      const query = `updateId=${update?.updateId ?? ""}&party=${encodeURIComponent(alice)}`;
      const { json } = await call("GET", `/explain?${query}`);
      const explained = ledger.explain(update?.updateId ?? "", alice);
      expect(json).to.deep.equal(explained);
      const place = `offset=${ledger.state.ledgerEnd}&party=${encodeURIComponent(alice)}`;
      expect((await call("GET", `/explain?${place}`)).json).to.deep.equal(explained);
      expect((await call("GET", "/explain?offset=999&party=a")).status).to.equal(404);
    });
  });

  it("sets, shows, restarts and clears fault rules, and keeps them if new ones are invalid", async () => {
    await withControl(async (call, ledger) => {
      const faults = [{ name: "busy", when: { nth: 1 }, then: { refuse: "SERVICE_NOT_RUNNING" } }];
      const set = await call("POST", "/faults", { faults });
      const { latencies } = set.json as { readonly latencies: readonly object[] };
      expect(latencies[0]).to.deep.equal({
        name: "databaseSequencer",
        fromMillis: 500,
        toMillis: 1000,
      });
      const fetch = createFetch(ledger, { auth: "disabled" });
      expect((await fetch("/v2/version")).status).to.equal(503);
      expect((await fetch("/v2/version")).status).to.equal(200);
      const shown = { name: "busy", rule: faults[0], met: 2, struck: 1 };
      expect((await call("GET", "/faults")).json).to.deep.equal({ faults: [shown], latencies });
      const wrong = await call("POST", "/faults", { faults: [{ then: "ct" }] });
      expect(wrong.status).to.equal(400);
      expect((await call("POST", "/faults", {})).status).to.equal(400);
      expect((await call("GET", "/faults")).json).to.deep.equal({ faults: [shown], latencies });
      const anew = await call("POST", "/faults/restart");
      expect(anew.json).to.have.deep.nested.property("faults[0].met", 0);
      expect((await call("DELETE", "/faults")).status).to.equal(204);
      expect((await call("GET", "/faults")).json).to.deep.equal({ faults: [], latencies });
    });
  });

  it("answers 404 for unknown routes", () =>
    withControl(async (call) => {
      for (const [method, path] of [
        ["GET", "/"],
        ["PUT", "/clock"],
        ["GET", "/reset"],
      ] as const) {
        expect((await call(method, path)).status, `${method} ${path}`).to.equal(404);
      }
    }));

  it("accepts bodies that the host has parsed", () =>
    withControl(async (call) => {
      const { json } = await call("POST", "/clock", { time: "2030-06-01T00:00:00Z" });
      expect(json).to.deep.include({ time: "2030-06-01T00:00:00Z" });
      const loaded = await call("POST", "/fixtures", { steps: [{ party: "bob" }] });
      expect(loaded.status).to.equal(200);
    }, express.json()));

  it("throws for an empty secret when the router is created, not at the first request", async () => {
    const ledger = await createLedger();
    expect(() => createControlRouter(ledger, { secret: "" })).to.throw(
      TypeError,
      "must not be empty",
    );
  });

  it("refuses requests from other machines", () =>
    withControl(async (_call, ledger, baseUrl) => {
      const statusWith = (headers: Readonly<Record<string, string>>): Promise<number> =>
        new Promise((resolve, reject) => {
          const sent = httpRequest(`${baseUrl}/control/reset`, { method: "POST", headers });
          sent.on("response", (response) => {
            response.resume();
            resolve(response.statusCode ?? 0);
          });
          sent.on("error", reject);
          sent.end();
        });
      const before = ledger.state;
      expect(await statusWith({ origin: "https://example.com" })).to.equal(403);
      expect(await statusWith({ origin: "null" })).to.equal(403);
      expect(await statusWith({ host: "rebound.example.com" })).to.equal(403);
      expect(await statusWith({ "x-forwarded-for": "127.0.0.1" })).to.equal(403);
      expect(await statusWith({ forwarded: "for=127.0.0.1" })).to.equal(403);
      expect(ledger.state).to.equal(before);
      expect(await statusWith({ origin: "http://localhost:3000" })).to.equal(200);
      expect(await statusWith({ host: "[::1]:7575" })).to.equal(200);
    }));

  it("quickly refuses bodies that are long or contain many keys or nested YAML aliases @slow", async () => {
    const line = (_: unknown, at: number): string =>
      `a${at}: &a${at} [${Array(9)
        .fill(`*a${at - 1}`)
        .join()}]\n`;
    const bomb = `a0: &a0 [x]\n${Array.from({ length: 12 }, (_, at) => line(_, at + 1)).join("")}`;
    await withControl(async (call, ledger) => {
      const { state } = ledger;
      for (const [what, text] of [
        ["9 MB", "steps:\n".padEnd(9_000_000, "- a\n")],
        ["keys", Array.from({ length: 20_000 }, (_, at) => `k${at}: 1\n`).join("")],
        ["aliases", bomb],
        ["itself", "a: &a [*a]"],
        ["a key twice", "steps: []\nsteps: []"],
        ["nested", "[".repeat(20_000) + "]".repeat(20_000)],
      ] as const) {
        // Processor time of this process, since other processes may be busy.
        const before = process.cpuUsage();
        expect((await call("POST", "/fixtures", text)).status, what).to.equal(400);
        const { user, system } = process.cpuUsage(before);
        expect((user + system) / 1000, `${what}, milliseconds`).to.be.below(15_000);
        expect((await call("GET", "/clock")).status).to.equal(200);
      }
      expect(ledger.state).to.equal(state);
    });
  });
});
