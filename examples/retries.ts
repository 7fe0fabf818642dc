/**
 * Two programs exercise the same contract at once, as happens on every busy ledger: one of them gets an
 * error and retries. Run it with `node --import tsx examples/retries.ts`.
 */
import { createLedger, definePackage, defineTemplate, Int64, Party } from "ledger-in-a-box";
import { createFetch } from "ledger-in-a-box/middleware";

const Counter = defineTemplate("Counters:Counter", {
  payload: { owner: Party, count: Int64 },
  signatories: ({ owner }) => [owner],
  key: { type: Party, of: ({ owner }) => owner, maintainers: (key) => [key] },
  choices: {
    Add: { argument: { amount: Int64 }, result: Int64, controllers: ({ owner }) => [owner] },
  },
});
Counter.implement({
  Add: (transaction, { owner, count }, { amount }) => {
    transaction.create(Counter, { owner, count: count + amount });
    return count + amount;
  },
});
const counters = definePackage({ name: "counters", version: "1.0.0", templates: { Counter } });

const ledger = await createLedger({
  packages: [counters],
  clock: { freeze: "2030-01-01T09:00:00Z" },
});
const owner = await ledger.allocateParty("olga");
await ledger.submit({ actAs: owner, commands: Counter.create({ owner, count: 0n }) });

const api = createFetch(ledger, { auth: "disabled" });

/** The program under test: it retries commands that are rejected because of contention. */
const add = async (name: string, amount: string, pause: () => Promise<void>): Promise<void> => {
  for (let attempt = 1; ; attempt += 1) {
    const ExerciseByKeyCommand = {
      templateId: "#counters:Counters:Counter",
      contractKey: owner,
      choice: "Add",
      choiceArgument: { amount },
    };
    const answer = await api("http://ledger/v2/commands/submit-and-wait", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        commandId: `${name}-${attempt}`,
        userId: name,
        actAs: [owner],
        commands: [{ ExerciseByKeyCommand }],
      }),
    });
    const { code, retryInfo } = (await answer.json()) as {
      readonly code?: string;
      readonly retryInfo?: string | null;
    };
    console.log(`${name}, attempt ${attempt}: ${answer.status} ${code ?? ""}`.trim());
    if (typeof retryInfo !== "string") return;
    await pause();
  }
};

// From here on, a command is in flight for 200 milliseconds of the ledger's clock. The test moves the
// clock, so it does not wait, and the result is always the same.
ledger.delayCommits(200);
const aSecond = (): Promise<void> => ledger.clock.reached(ledger.clock.now() + 1_000_000n);
const both = Promise.all([add("ann", "1", aSecond), add("ben", "10", aSecond)]);
for (let fifth = 0; fifth < 10; fifth += 1) {
  ledger.clock.advance(200_000n);
  await new Promise((resolve) => setImmediate(resolve));
}
await both;

ledger.delayCommits(0);
const look = Counter.exerciseByKey(owner, Counter.Add, { amount: 0n });
const { exerciseResults } = await ledger.submit({ actAs: owner, commands: look });
console.log(`In the end the counter is at ${String(exerciseResults[0])}.`);
