import { expect } from "chai";

import { allocateParty, damlFailureText, uploadDar } from "../../../lib/api.ts";
import { createDamlLoader } from "../../../lib/contracts/daml-lf/index.ts";
import { createLedger, type DamlFailure, type LedgerError } from "../../../lib/index.ts";
import type { AmuletNetwork } from "../../support/amulet-network.ts";
import type { Step } from "../../support/amulet-steps.ts";
import { startTime } from "../../support/amulet-terms.ts";
import { ledgerErrorOf } from "../../support/error-of.ts";
import { assembleDar } from "../../support/lf/assemble.ts";
import { counterPackage } from "../../support/lf/counter.ts";
import { useAmuletNetwork } from "../../support/use-amulet-network.ts";
import { shownFrame, textAt } from "../../support/vault-packages.ts";

describe("where Daml code failed: Splice Amulet 0.1.14", () => {
  const amulet = useAmuletNetwork();
  let network: AmuletNetwork;
  let inputs: readonly string[];

  before(async () => {
    network = amulet();
    await network.begin("withFees");
    const { bob } = network.parties;
    await network.submit(network.tap(bob, "50.0"));
    inputs = await network.coinIds(bob);
  });

  const damlOf = async (step: Step): Promise<DamlFailure> => {
    const { daml } = await network.failure(step);
    return daml ?? expect.fail("nothing is known of where it failed");
  };

  const transferring = (change: object): Step => {
    const { bob } = network.parties;
    return network.transfer({ sender: bob, receiver: bob, inputs, ...change });
  };

  it("names the line of the failed `require`, and contains its source", async () => {
    const failure = await damlOf(transferring({ inputs: [] }));
    expect(failure.location).to.include({
      package: "splice-amulet-0.1.14",
      module: "Splice.ExternalPartyAmuletRules",
      definition: "amulet_transferFactory_transferImpl",
      isWholeDefinition: false,
    });
    expect(failure.excerpt?.file).to.equal("Splice/ExternalPartyAmuletRules.daml");
    expect(textAt(failure)).to.equal(
      'require "At least one holding must be provided" (not $ null transfer.inputHoldingCids)',
    );
    expect(failure.note).to.equal(undefined);
  });

  it("names the line of a missed deadline", async () => {
    const failure = await damlOf(transferring({ executeBefore: startTime }));
    // The compiler writes no location for the field selection that follows.
    expect(textAt(failure)).to.equal('assertWithinDeadline "Transfer.executeBefore" transfer');
  });

  it("lists exercises and functions from the command to the failure, across packages", async () => {
    const { stack } = await damlOf(transferring({ amount: "1000000.0" }));
    expect(stack.map(shownFrame)).to.deep.equal([
      "command TransferFactory.TransferFactory_Transfer",
      "exercise TransferFactory.TransferFactory_Transfer",
      "Splice.Api.Token.TransferInstructionV1 TransferFactory choice TransferFactory_Transfer",
      "Splice.ExternalPartyAmuletRules amulet_transferFactory_transferImpl 288:21",
      "Splice.AmuletRules exerciseAppTransfer 1174:1",
      "exercise AmuletRules.AmuletRules_Transfer",
      "Splice.AmuletRules AmuletRules choice AmuletRules_Transfer 121:5",
      "Splice.AmuletRules AmuletRules 96:10",
      "Splice.AmuletRules executeTransfer 727:3",
      "DA.Internal.Exception throw 189:27",
      "Splice.AmuletRules instance HasThrowInvalidTransfer",
    ]);
  });

  it("contains the arguments as JSON, and the trace messages of the code", async () => {
    const { bob } = network.parties;
    const { stack, traces } = await damlOf(transferring({ amount: "1000000.0" }));
    const exercise = stack.findLast(({ kind }) => kind === "exercise");
    expect(exercise).to.have.nested.property("argument.transfer.sender", bob);
    expect(exercise).to.have.nested.property(
      "argument.transfer.outputs[0].amount",
      "1000000.0000000000",
    );
    expect(traces.at(-1)).to.match(/^TransferSummary \{/u);
  });

  it("shows the `ensure` of the template where a precondition has no location", async () => {
    const failure = await damlOf(network.tap(network.parties.bob, "-1.0"));
    expect(failure.location).to.include({ definition: "Amulet ensure", isWholeDefinition: true });
    expect(textAt(failure)).to.match(/^ensure /u);
    expect(failure.excerpt?.lines).to.include("    signatory dso, owner");
    expect(failure.note).to.match(/no source location of the expression/u);
  });

  it("is part of the hint over HTTP, with long arguments truncated", async () => {
    const step = transferring({ amount: "1000000.0" });
    const { daml } = (await network.refusal(step)).hint;
    const { location, excerpt, stack = [] } = daml ?? {};
    expect(location).to.deep.include({
      module: "Splice.AmuletRules",
      range: { line: 727, column: 3, endLine: 729, endColumn: 23 },
    });
    expect(excerpt?.lines).to.include("    Left err -> throw (InvalidTransfer err)");
    const inProcess = await damlOf(step);
    expect(stack.map(shownFrame)).to.deep.equal(inProcess.stack.map(shownFrame));
    for (const frame of stack) expect(JSON.stringify(frame)).to.have.length.below(2_600);
  });

  it("is shown as text, with the range marked in the source", async () => {
    const text = damlFailureText(await damlOf(transferring({ inputs: [] })));
    expect(text.split("\n").slice(0, 8)).to.deep.equal([
      "Failed at Splice.ExternalPartyAmuletRules:277:3 (amulet_transferFactory_transferImpl, splice-amulet-0.1.14)",
      "",
      '  275 |   assertWithinDeadline "Transfer.executeBefore" transfer.executeBefore',
      "  276 |   -- inputHoldingCids: note that their detailed validation is done in the transfer itself",
      '> 277 |   require "At least one holding must be provided" (not $ null transfer.inputHoldingCids)',
      `      |   ${"^".repeat(86)}`,
      "  278 | ",
      "  279 |   let reason = TextMap.lookup reasonMetaKey transfer.meta.values",
    ]);
    expect(text).to.match(
      / {2}in choice Splice[^ ]+:TransferFactory_Transfer on 00\w{10}… with \{/u,
    );
    // The argument of the command is shown at the exercise only.
    expect(text).to.match(
      / {2}in exercise command Splice[^ ]+:TransferFactory_Transfer on 00\w{10}…$/mu,
    );
    const colored = damlFailureText(await damlOf(transferring({ inputs: [] })), { color: true });
    expect(colored).to.include("\u001B[31m> 277 |");
  });

  it("is shown without control characters of trace messages", async () => {
    const failure = await damlOf(transferring({ inputs: [] }));
    const text = damlFailureText({ ...failure, traces: ["first\nsecond \u001B[2J\u0007third"] });
    expect(text.split("\n").slice(-3)).to.deep.equal(["Trace:", "  first", "  second [2Jthird"]);
  });

  it("is the same every time", async () => {
    const step = transferring({ amount: "1000000.0" });
    expect(await damlOf(step)).to.deep.equal(await damlOf(step));
  });
});

describe("where Daml code failed: a package without locations", () => {
  /** Returns the error of an increment that overflows. */
  const failedCounter = async (dar: Uint8Array): Promise<LedgerError> => {
    const ledger = await createLedger({ daml: createDamlLoader() });
    await uploadDar(ledger, { dar });
    const { party: owner } = (await allocateParty(ledger, {})).partyDetails;
    return ledgerErrorOf(
      ledger.submit({
        actAs: owner,
        commands: {
          CreateAndExerciseCommand: {
            templateId: "#counter:Main:Counter",
            createArguments: { owner, count: "9223372036854775807" },
            choice: "Add",
            choiceArgument: { by: "1" },
          },
        },
      }),
    );
  };

  it("names the definition, and states that there are no locations", async () => {
    const { daml } = await failedCounter(assembleDar(counterPackage()));
    expect(daml?.location).to.include({ definition: "Counter choice Add", range: undefined });
    expect(daml?.excerpt).to.equal(undefined);
    expect(daml?.note).to.equal(
      "Package counter-1.0.0 has no source locations here, so only the definition is known.",
    );
    expect(daml?.stack.map(shownFrame)).to.deep.equal([
      "command Counter.Add",
      "exercise Counter.Add",
      "Main Counter choice Add",
    ]);
  });

  it("shows the source of the choice that failed, not of a choice with the same name in another template", async () => {
    const source = [
      "module Main where",
      "template Other with owner : Party where",
      "  signatory owner",
      "  choice Add : () with by : Int controller owner do pure ()",
      "template Counter with owner : Party, count : Int where",
      "  signatory owner",
      "  choice Add : ContractId Counter with by : Int controller owner do",
    ];
    const dar = assembleDar(counterPackage(), [], { "counter/Main.daml": source.join("\n") });
    const { location, excerpt } = (await failedCounter(dar)).daml ?? {};
    expect(location?.range?.line).to.equal(7);
    expect(excerpt?.lines.at(-1)).to.equal(source.at(-1));
  });

  it("is undefined for errors that no Daml code raised", async () => {
    const ledger = await createLedger();
    const error = await ledgerErrorOf(ledger.submit({ actAs: "nobody::1220", commands: [] }));
    expect(error.daml).to.equal(undefined);
  });
});
