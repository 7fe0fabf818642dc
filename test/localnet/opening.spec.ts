import { copyFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect } from "chai";
import jsonwebtoken from "jsonwebtoken";

import {
  createLocalnet,
  selectAutomationRules,
  spliceTemplates,
  useLocalnet,
  type UseLocalnetOptions,
  withLedgerDate,
} from "../../fixtures/testing/localnet.ts";
import { runCommand, startCommand, tokensIn } from "../support/command-line.ts";
import { errorOf, rejectionOf } from "../support/error-of.ts";
import { bases, callLocalnet } from "../support/localnet-client.ts";
import { walletDars } from "../support/localnet-dars.ts";
import { sharedFile } from "../support/shared.ts";

const [dar = ""] = walletDars();
const localnets = useLocalnet({
  dars: walletDars(),
  ledger: { clock: { freeze: "2030-01-01T00:00:00Z" } },
});

const { scan, registry, appUser, ledger } = bases;

describe("opening a LocalNet", () => {
  it("refuses DARs that are missing, unreadable or without the wallet's package", async () => {
    const folder = await mkdtemp(join(tmpdir(), "localnet-"));
    const refusal = (dars: string | readonly string[]) => rejectionOf(createLocalnet({ dars }));
    const missing = join(folder, "none");
    expect((await refusal(missing)).cause).to.match(/^The folder of DARs cannot be read: ENOENT/);
    expect((await refusal([join(folder, "none.dar")])).cause).to.match(
      /^The DAR cannot be read: ENOENT/,
    );
    expect((await refusal(join(folder, "none.dar"))).cause).to.match(/^The DAR cannot be read/);
    expect((await refusal(folder)).cause).to.match(/^No DAR with the package splice-wallet/);
    await rm(folder, { recursive: true });
  });

  it("refuses unknown options, parties and prices that are not positive", async () => {
    const refusal = (options: object) => rejectionOf(createLocalnet(options));
    const unknown = await refusal({ wrong: 1 });
    expect(unknown.code).to.equal("INVALID_ARGUMENT");
    expect(unknown.cause).to.match(/^There is no option wrong; the options are dars, /);
    const stranger = await refusal({ funded: { alice: "1.0" } });
    expect(stranger.cause).to.equal(
      "There is no option funded.alice; the options are appUser, appProvider, sv.",
    );
    for (const amuletPrice of ["0", "-1", "cheap"]) {
      const { code, cause, path } = await refusal({ amuletPrice });
      expect([code, path]).to.deep.equal(["INVALID_ARGUMENT", "amuletPrice"]);
      expect(cause).to.contain("a positive decimal number as text, such as 0.005");
    }
  });

  it("lists the rules of the automation if an option names an unknown rule", () => {
    expect(selectAutomationRules({ off: "all", on: "all" }).map(({ name }) => name)).to.deep.equal([
      "expire-transfer-preapprovals",
      "expire-transfer-instructions",
      "expire-allocations",
    ]);
    const stray = errorOf(() => selectAutomationRules({ off: ["advance-rounds"] }));
    expect(stray.cause).to.contain('"all" or names among advance-open-mining-rounds');
    const unknown = errorOf(() => selectAutomationRules({ on: ["expire-transfer-offers"] }));
    expect(unknown.cause).to.contain('"all" or names among expire-transfer-preapprovals');
  });
});

describe("bootstrap of a LocalNet", () => {
  it("can be changed before it is loaded", async function () {
    sharedFile(this, "dars", "localnet", "splice-wallet-0.1.19.dar");
    const localnet = await createLocalnet({
      dars: walletDars(),
      ledger: { clock: { freeze: "2030-01-01T00:00:00Z" } },
      bootstrap: (fixture) => ({
        ...fixture,
        steps: [...fixture.steps, { party: { alias: "alice", hint: "alice" } }],
      }),
    });
    const namespace = localnet.parties.dso.split("::")[1] ?? "";
    expect(localnet.ledger.state.parties.has(`alice::${namespace}`)).to.equal(true);
    expect(localnet.ledger.contracts(spliceTemplates.openMiningRound)).to.have.length(3);
    await localnet.close();
  });
});

describe("useLocalnet", () => {
  it("shares a bootstrap among calls with equal plain options @slow", async function () {
    sharedFile(this, "dars", "localnet", "splice-wallet-0.1.19.dar");
    const settings = {
      dars: walletDars(),
      ledger: { clock: { freeze: "2031-01-01T00:00:00Z" } },
    } as const;
    const ledgerOf = async (options: UseLocalnetOptions) =>
      (await useLocalnet(options).open()).ledger;
    const [one, other, featured] = [
      await ledgerOf(settings),
      await ledgerOf({ ...settings }),
      await ledgerOf({ ...settings, featured: ["appUser"] }),
    ];
    expect(other.state).to.equal(one.state);
    expect(featured.state).not.to.equal(one.state);
    const fromBytes = { ...settings, dars: [await readFile(dar)] };
    expect((await ledgerOf(fromBytes)).state).not.to.equal((await ledgerOf(fromBytes)).state);
    for (const ledger of [one, other, featured]) await ledger.close();
  });
});

describe("services of a LocalNet", () => {
  before(function () {
    sharedFile(this, "dars", "localnet", "splice-wallet-0.1.19.dar");
  });

  it(
    "have the same parties if the DAR comes from a folder @slow",
    localnets(async (localnet) => {
      const folder = await mkdtemp(join(tmpdir(), "localnet-"));
      await copyFile(dar, join(folder, "wallet.dar"));
      await writeFile(join(folder, "README.md"), "no DAR");
      const other = await createLocalnet({ dars: folder });
      expect(other.parties).to.deep.equal(localnet.parties);
      await other.close();
      await rm(folder, { recursive: true });
    }),
  );

  it(
    "omit from Scan's responses the contracts that the caller has cached",
    localnets(async (localnet) => {
      const post = <Body = Readonly<Record<string, unknown>>>(path: string, body: object) =>
        callLocalnet<Body>(localnet, `${scan}/v0/${path}`, { body });
      const rules = await post("external-party-amulet-rules", {});
      const update = rules.body["external_party_amulet_rules_update"] as {
        readonly contract: { readonly contract_id: string };
      };
      const { contract_id: id } = update.contract;
      const cached = await post("external-party-amulet-rules", {
        cached_external_party_amulet_rules_contract_id: id,
      });
      expect(cached.body).to.have.nested.property("external_party_amulet_rules_update");
      expect(cached.body).not.to.have.nested.property(
        "external_party_amulet_rules_update.contract",
      );

      interface Rounds {
        readonly time_to_live_in_microseconds: number;
        readonly open_mining_rounds: Readonly<Record<string, { readonly contract?: object }>>;
        readonly issuing_mining_rounds: Readonly<Record<string, object>>;
      }
      const path = "open-and-issuing-mining-rounds";
      const { body: rounds } = await post<Rounds>(path, {
        cached_open_mining_round_contract_ids: [],
        cached_issuing_round_contract_ids: [],
      });
      const open = Object.keys(rounds.open_mining_rounds);
      expect(open).to.have.length(3);
      expect(rounds.time_to_live_in_microseconds).to.equal(600_000_000);
      const { body: known } = await post<Rounds>(path, {
        cached_open_mining_round_contract_ids: open,
        cached_issuing_round_contract_ids: [],
      });
      const contracts = Object.values(known.open_mining_rounds).map(({ contract }) => contract);
      expect(contracts).to.deep.equal([undefined, undefined, undefined]);
    }),
  );

  it(
    "answer Scan's requests about the network, and 404 or 400 for unknown parties, names, members and hashes",
    localnets(async (localnet) => {
      const get = (path: string) => callLocalnet(localnet, `${scan}/${path}`);
      const party = encodeURIComponent(localnet.parties.appUser);
      expect((await get("version")).body).to.have.property("version");
      expect((await get("status")).body).to.have.nested.property("success.active", true);
      expect((await get("v0/feature-support")).status).to.equal(200);
      expect((await get("v0/splice-instance-names")).body).to.include({ amulet_name: "Amulet" });
      expect((await get("v0/dso")).body).to.include({ dso_party_id: localnet.parties.dso });
      expect((await get("v0/closed-rounds")).body).to.deep.equal({ rounds: [] });
      const counter = await get(`v0/transfer-command-counter/${party}`);
      expect(counter).to.deep.equal({
        status: 404,
        body: {
          error: `No TransferCommandCounter found for party: ${localnet.parties.appUser}, use 0 for the nonce`,
        },
      });
      const command = await get(`v0/transfer-command/status?sender=${party}&nonce=3`);
      expect(command.body["error"]).to.match(
        /^Couldn't find transfer command for sender .* with nonce 3 created in the last 24h/,
      );
      const entry = await get(`v0/ans-entries/by-party/${party}`);
      expect(entry.status).to.equal(404);
      const named = await get("v0/ans-entries/by-name/bob.unverified.ans");
      expect(named.body["error"]).to.equal("No ans entry found for name: bob.unverified.ans");
      const noRules = await callLocalnet(localnet, `${scan}/v0/ans-rules`, { body: {} });
      expect(noRules.status).to.equal(404);
      const member = await get(`v0/domains/a::1220ab/members/nobody/traffic-status`);
      expect(member.body["error"]).to.equal("Could not decode member ID: nobody");
      const id = encodeURIComponent(`PAR::a::1220${"ab".repeat(32)}`);
      const domain = await get(`v0/domains/nowhere/members/${id}/traffic-status`);
      expect(domain.body["error"]).to.equal("Could not decode domain ID: nowhere");
      const hash = await get("v2/updates/hash/abcd");
      expect(hash.status).to.equal(404);
      const migration = await callLocalnet(localnet, `${scan}/v0/state/acs`, {
        body: { migration_id: 7, record_time: "2030-01-01T00:00:00Z", page_size: 1 },
      });
      expect(migration.status).to.equal(404);
      const holdings = await callLocalnet(localnet, `${scan}/v0/holdings/state`, {
        body: {
          migration_id: 0,
          record_time: localnet.ledger.clock.date.toISOString(),
          record_time_match: "at_or_before",
          page_size: 10,
          owner_party_ids: [localnet.parties.appUser],
        },
      });
      expect(holdings.body["created_events"]).to.deep.equal([]);
      const later = await callLocalnet(localnet, `${scan}/v2/updates`, {
        body: {
          page_size: 10,
          after: { after_migration_id: 1, after_record_time: "2030-01-01T00:00:00Z" },
        },
      });
      expect(later.body).to.deep.equal({ transactions: [] });
    }),
  );

  it(
    "give the factories of the registry, and say which of the choice's arguments is wrong",
    localnets(async (localnet) => {
      const { dso, appUser: sender, appProvider: receiver } = localnet.parties;
      const info = await callLocalnet(localnet, `${registry}/metadata/v1/info`);
      expect(info.body["adminId"]).to.equal(dso);
      const one = await callLocalnet(localnet, `${registry}/metadata/v1/instruments/Amulet`);
      expect(one.body).to.include({ id: "Amulet", decimals: 10 });
      const lead = await callLocalnet(localnet, `${registry}/metadata/v1/instruments/Lead`);
      expect(lead).to.deep.equal({
        status: 404,
        body: { error: "No instrument with id Lead found" },
      });
      const factory = (choiceArguments: object) =>
        callLocalnet(localnet, `${registry}/transfer-instruction/v1/transfer-factory`, {
          body: { choiceArguments },
        });
      const transfer = {
        sender,
        receiver,
        amount: "1.0",
        instrumentId: { admin: dso, id: "Amulet" },
      };
      expect((await factory({ transfer })).body["transferKind"]).to.equal("offer");
      const toSelf = await factory({ transfer: { ...transfer, receiver: sender } });
      expect(toSelf.body["transferKind"]).to.equal("self");
      const wrong = async (choiceArguments: object): Promise<unknown> =>
        (await factory(choiceArguments)).body["error"];
      const cannot = "choiceArguments cannot be decoded";
      expect(await wrong({})).to.equal(`${cannot}: transfer must be an object`);
      expect(await wrong({ transfer: { ...transfer, amount: 1 } })).to.equal(
        `${cannot}: amount must be a text`,
      );
      expect(await wrong({ transfer: { ...transfer, instrumentId: "Amulet" } })).to.equal(
        `${cannot}: instrumentId must be an object`,
      );
      const allocations = `${registry}/allocation-instruction/v1/allocation-factory`;
      const given = await callLocalnet(localnet, allocations, {
        body: { choiceArguments: { allocation: {} } },
      });
      expect(given.body["factoryId"]).to.match(/^00/);
      const proxied = `${appUser}/v0/scan-proxy/registry/metadata/v1/info`;
      expect((await callLocalnet(localnet, proxied)).status).to.equal(401);
      expect((await callLocalnet(localnet, proxied, { user: "app-user" })).status).to.equal(200);
    }),
  );

  it(
    "accept tokens that do not expire, as Splice's LocalNet does, and send no hint about them",
    localnets(async (localnet) => {
      const headers = { authorization: `Bearer ${localnet.token("ledger-api-user")}` };
      const response = await localnet.fetch(`${ledger}/v2/users`, { headers });
      expect(response.status).to.equal(200);
      expect(response.headers.get("ledger-hint")).to.equal(null);
    }),
  );

  it(
    "answer 404 with the ports at an address that serves nothing, and 405 for another method",
    localnets(async (localnet) => {
      const nothing = await callLocalnet(localnet, "http://localhost:5999/api/nothing");
      expect(nothing.status).to.equal(404);
      expect(nothing.body["error"]).to.contain(
        "Ports: 2975, 3975, 4975 (JSON Ledger API), 2000, 2903, 3000, 3903, 4000, 4903 (/api/validator;",
      );
      const method = await callLocalnet(localnet, `${scan}/v0/dso`, { method: "DELETE" });
      expect(method.status).to.equal(405);
      const request = new Request(`${scan}/v0/dso-party-id`);
      expect((await localnet.fetch(request)).status).to.equal(200);
      const options = await callLocalnet(localnet, `${scan}/v0/dso`, { method: "OPTIONS" });
      expect(options.status).to.be.within(200, 405);
    }),
  );

  it(
    "answer browsers of another origin, log calls, refuse large bodies, and name a port in use",
    localnets(async (localnet) => {
      const lines: string[] = [];
      const server = await localnet.listen({ ports: "any", log: (line) => lines.push(line) });
      const port = server.ports.get(4000) ?? 0;
      const address = `http://127.0.0.1:${port}`;
      const asked = await fetch(`${address}/api/scan/v0/amulet-rules`, { method: "OPTIONS" });
      expect(asked.status).to.equal(204);
      const rules = await fetch(`${address}/api/scan/v0/amulet-rules`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: "{}",
      });
      expect(rules.status).to.equal(200);
      expect(lines[1]).to.match(/^POST :4000\/api\/scan\/v0\/amulet-rules 200 \d+\.\d ms$/);
      const large = await fetch(`${address}/api/scan/v0/amulet-rules`, {
        method: "POST",
        body: JSON.stringify({ large: "a".repeat(20_000_000) }),
      });
      expect(large.status).to.equal(413);
      const nothing = await fetch(`${address}/nothing`);
      expect(nothing.status).to.equal(404);
      const taken = await rejectionOf(localnet.listen({ ports: { 4000: port } }));
      expect(taken.cause).to.match(/^A port of LocalNet cannot be listened on: /);
      await server.close();
    }),
  );

  it(
    "stop listening when the LocalNet is closed",
    localnets(async (localnet) => {
      const { ports } = await localnet.listen({ ports: "any" });
      const urls = [...ports.values()].map((port) => `http://127.0.0.1:${port}/`);
      for (const url of urls) await fetch(url);
      await localnet.close();
      for (const url of urls) {
        const connected = await fetch(url).catch(() => undefined);
        expect(connected, url).to.equal(undefined);
      }
    }),
  );
});

describe("withLedgerDate", () => {
  before(function () {
    sharedFile(this, "dars", "localnet", "splice-wallet-0.1.19.dar");
  });

  it(
    "runs functions with the ledger's date, one after the other",
    localnets(async ({ ledger: { clock } }) => {
      const machine = Date.now();
      const dates = await Promise.all([
        withLedgerDate(clock, () => [
          new Date().toISOString(),
          new Date(Date.now()).toISOString(),
          new Date(0).toISOString(),
          Date.UTC(1970, 0, 1),
          new Date() instanceof Date,
          Date().includes("2030"),
        ]),
        withLedgerDate(clock, () => Promise.resolve(new Date().getUTCFullYear())),
      ]);
      const now = "2030-01-01T00:00:00.000Z";
      expect(dates).to.deep.equal([[now, now, "1970-01-01T00:00:00.000Z", 0, true, true], 2030]);
      const failed = await withLedgerDate(clock, () => Promise.reject(new Error("stop"))).catch(
        (error: unknown) => String(error),
      );
      expect(failed).to.equal("Error: stop");
      expect(Date.now()).to.be.at.least(machine);
      expect(new Date().getTime()).to.be.below(machine + 3_600_000);
    }),
  );
});

describe("the command line with --localnet @slow", () => {
  before(function () {
    sharedFile(this, "dars", "localnet", "splice-wallet-0.1.19.dar");
  });

  it("prints tokens that do not expire, and `token --port` prints more", async () => {
    const environment = { XDG_RUNTIME_DIR: await mkdtemp(join(tmpdir(), "localnet-session-")) };
    const server = await startCommand(["--localnet", "--dars", dar], { environment });
    const { port } = new URL(server.baseUrl);
    const more = await runCommand(["token", "new-user", "--port", port], { environment });
    const token = tokensIn(server.greeting).get("ledger-api-user") ?? "";
    const users = `${server.baseUrl}/v2/users`;
    const answer = await fetch(users, { headers: { authorization: `Bearer ${token}` } });
    await answer.json();
    await server.stop();
    await rm(environment.XDG_RUNTIME_DIR, { recursive: true });
    expect(answer.status).to.equal(200);
    expect(answer.headers.get("ledger-hint")).to.equal(null);
    expect(server.log.filter((line) => line.includes("300 seconds"))).to.deep.equal([]);
    expect(jsonwebtoken.decode(token))
      .to.include({ sub: "ledger-api-user" })
      .and.not.have.property("exp");
    expect(more).to.include({ code: 0, errors: "" });
    expect(jsonwebtoken.decode(more.output.trim())).to.include({
      sub: "new-user",
      aud: "https://canton.network.global",
    });
  });
});
