import { createDamlLoader } from "../lib/daml-lf/index.ts";
import { createLedger } from "../lib/create-ledger.ts";
import { uploadDar } from "../lib/admin/upload-dar.ts";
import { createdIn } from "../test/support/amulet-steps.ts";
import {
  emptyMeta,
  rulesTemplate,
  startTime,
  transferFactory,
} from "../test/support/amulet-terms.ts";
import { AmuletWorld } from "../test/support/amulet-world.ts";
import { sharedPath } from "../test/support/shared.ts";
import { readFileSync } from "node:fs";
import { median, report } from "./report.ts";

// A real DAR: how long it takes to load, and what its choices cost through ledger.submit.

const path = sharedPath("dars", "splice-amulet-0.1.14.dar");

const perSecond = async (rounds: number, times: number, run: () => Promise<unknown>) => {
  const samples: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now();
    for (let each = 0; each < times; each += 1) await run();
    samples.push((times * 1000) / (performance.now() - start));
  }
  return median(samples);
};

const tapOf = (world: AmuletWorld) => {
  const { bob } = world.parties;
  const disclosedContracts = [world.rules, world.openRound].map((each) => world.disclosed(each));
  const choiceArgument = { receiver: bob, amount: "25.0", openRound: world.openRound };
  return () =>
    world.ledger.submit({
      actAs: bob,
      disclosedContracts,
      commands: {
        ExerciseCommand: {
          templateId: rulesTemplate,
          contractId: world.rules,
          choice: "AmuletRules_DevNet_Tap",
          choiceArgument,
        },
      },
    });
};

/** Each transfer to oneself takes what the one before left. */
const transferOf = (world: AmuletWorld, first: string) => {
  const { bob, dso } = world.parties;
  const disclosedContracts = [world.rules, world.openRound, world.externalRules].map((each) =>
    world.disclosed(each),
  );
  let inputs = [first];
  return async () => {
    const { transaction } = await world.ledger.submit({
      actAs: bob,
      disclosedContracts,
      commands: {
        ExerciseCommand: {
          templateId: transferFactory,
          contractId: world.externalRules,
          choice: "TransferFactory_Transfer",
          choiceArgument: {
            expectedAdmin: dso,
            transfer: {
              sender: bob,
              receiver: bob,
              amount: "0.0000000001",
              instrumentId: { admin: dso, id: "Amulet" },
              requestedAt: startTime,
              executeBefore: "2022-01-02T00:00:00Z",
              inputHoldingCids: inputs,
              meta: emptyMeta,
            },
            extraArgs: { context: world.context(), meta: emptyMeta },
          },
        },
      },
    });
    const amounts = transaction.events.flatMap((event) =>
      "CreatedEvent" in event && event.CreatedEvent.templateId.endsWith(":Splice.Amulet:Amulet")
        ? [event.CreatedEvent]
        : [],
    );
    const [biggest] = amounts.sort(
      (left, right) => initialAmount(right.createArgument) - initialAmount(left.createArgument),
    );
    inputs = [biggest?.contractId ?? ""];
  };
};

const initialAmount = (argument: unknown): number =>
  Number(
    (argument as { readonly amount: { readonly initialAmount: string } }).amount.initialAmount,
  );

if (path === undefined) {
  console.log("\nThe Daml bench needs the DARs of ../shared or LEDGER_SHARED; it was not run.");
} else {
  const dar = readFileSync(path);
  const before = process.memoryUsage().rss;
  const start = performance.now();
  const ledger = await createLedger({ daml: createDamlLoader() });
  await uploadDar(ledger, { dar });
  const coldMillis = performance.now() - start;
  globalThis.gc?.();
  const { rss } = process.memoryUsage();
  const warm: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const began = performance.now();
    await uploadDar(await createLedger({ daml: createDamlLoader() }), { dar });
    warm.push(performance.now() - began);
  }

  const world = await AmuletWorld.bootstrap(createDamlLoader().load(dar), "noFees");
  const tap = tapOf(world);
  const tapped = await world.submit(world.tap(world.parties.bob, "1000.0"));
  const coin = createdIn(tapped, "Amulet")[0]?.contractId ?? "";
  await perSecond(1, 300, tap);
  const taps = await perSecond(7, 500, tap);
  const transfer = transferOf(world, coin);
  await perSecond(1, 100, transfer);
  const transfers = await perSecond(7, 100, transfer);

  report("Daml: splice-amulet 0.1.14", [
    {
      name: "first upload into a fresh ledger",
      value: coldMillis,
      unit: "ms",
      target: { atMost: 250 },
    },
    { name: "the same in a warm process", value: median(warm), unit: "ms" },
    { name: "memory after the upload", value: rss / 1e6, unit: "MB", target: { atMost: 120 } },
    { name: "of it for the DAR", value: (rss - before) / 1e6, unit: "MB" },
    { name: "AmuletRules_DevNet_Tap", value: taps, unit: "/s", target: { atLeast: 5_000 } },
    {
      name: "TransferFactory_Transfer, one input",
      value: transfers,
      unit: "/s",
      target: { atLeast: 1_000 },
    },
  ]);
}
