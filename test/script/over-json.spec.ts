import { expect } from "chai";

import { isScriptError, listScripts, runScript, type Script } from "../../fixtures/script/index.ts";
import { createUser } from "../../lib/api.ts";
import { createDamlLoader } from "../../lib/contracts/daml-lf/index.ts";
import { createLedger, type Ledger } from "../../lib/index.ts";
import {
  contracts,
  create,
  exercise,
  ownScripts,
  queries,
  submits,
} from "../support/counter-scripts.ts";
import { ScriptStage } from "../support/script-stage.ts";
import { type ServedLedger, serveLedger } from "../support/served-ledger.ts";
import { sharedFile } from "../support/shared.ts";
import { scopeClaims, secret, signedToken } from "../support/tokens.ts";

describe("scripts over a participant's JSON API, with a token", () => {
  const stage = new ScriptStage(`
    ${contracts(false)} ${queries} ${ownScripts}
    ${submits("add", "On", exercise("Add", "by = 3"))}
    record Nothing {}
    record At {time: Timestamp}
    record All {participant: Optional Text}
    val known: $Script (List $Packages:PackageName) =
      $ask @Nothing @(List $Packages:PackageName) "ListAllPackages" 1 (Nothing {});
    val vetted: $Script (List $Packages:PackageName) =
      $ask @Nothing @(List $Packages:PackageName) "ListVettedPackages" 1 (Nothing {});
    val setTime: $Script Unit = $ask @At @Unit "SetTime" 1 (At {time = 2100-01-01T00:00:00Z});
    val now: $Script Timestamp = $ask @Nothing @Timestamp "GetTime" 1 (Nothing {});
    val users: $Script (List $UserManagement:User) =
      $ask @All @(List $UserManagement:User) "ListAllUsers" 1 (All {participant = None @Text});
    ${submits("create", "Of", create("7"))}
  `);
  let ledger: Ledger;
  let served: ServedLedger;
  const failures: unknown[] = [];

  before(async () => {
    ledger = await createLedger({ daml: createDamlLoader(), protocolVersion: 34 });
    await createUser(ledger, {
      user: { id: "scripts" },
      rights: [
        { kind: { ParticipantAdmin: { value: {} } } },
        { kind: { CanReadAsAnyParty: { value: {} } } },
      ],
    });
    served = await serveLedger(ledger, {
      auth: { hs256Secret: secret },
      onUnexpectedError: (error) => void failures.push(error),
    });
  });

  after(async () => {
    served.close();
    await ledger.close();
    expect(failures).to.deep.equal([]);
  });

  const token = (): string => signedToken(scopeClaims("scripts"));
  const participant = () => ({ url: served.baseUrl, token: token() });
  const run = async (script: Script, argument?: unknown): Promise<unknown> => {
    const given = argument === undefined ? {} : { argument };
    return (await runScript(script, { participant: participant(), ...given })).result;
  };
  const failure = async (name: string): Promise<unknown> =>
    run(stage.script(name)).catch((error: unknown) => error);

  it("upload their packages, allocate, submit and query", async () => {
    await run(stage.script("passes"));
    const [created] = ledger.contracts("#scripts:Main:Counter");
    const owner = (created?.payload as { readonly owner: string } | undefined)?.owner;
    const id = String(created);
    expect(await run(stage.script("views"), { owner })).to.deep.equal([
      { _1: id, _2: { number: "7" } },
    ]);
    await run(stage.script("add"), { owner, id });
    expect(await run(stage.script("view"), { owner, id })).to.equal(null);
  });

  it("read users and vetted packages", async () => {
    expect(await run(stage.script("users"))).to.deep.include({ userId: { unpack: "scripts" } });
    const scripts = { name: "scripts", version: "1.0.0" };
    expect(await run(stage.script("vetted"))).to.deep.include(scripts);
  });

  it("return the participant's errors", async () => {
    const refused = await failure("fails");
    expect(isScriptError(refused)).to.equal(true);
    expect(refused).to.have.nested.property("ledgerError.code", "TEMPLATE_PRECONDITION_VIOLATED");
  });

  it("use real time, and refuse to set it", async () => {
    const now = (await run(stage.script("now"))) as string;
    expect(Date.parse(now)).to.be.above(Date.parse("2020-01-01T00:00:00Z"));
    expect(await failure("setTime"))
      .to.have.property("message")
      .that.includes("cannot set the time");
    expect(await failure("known"))
      .to.have.property("message")
      .that.includes("cannot list");
  });

  it("fail without a token", async () => {
    const refused = await runScript(stage.script("now"), {
      participant: { url: served.baseUrl },
    }).catch((error: unknown) => error);
    expect(refused).to.be.an("error");
  });

  it("pass for the real scripts of CantonExamples @slow", async function () {
    const scripts = listScripts(sharedFile(this, "dars", "scripts", "CantonExamples.dar"));
    for (const script of scripts) if (script.argument === undefined) await run(script);
  });
});
