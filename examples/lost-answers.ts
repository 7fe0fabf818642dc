/**
 * A customer pays bills over a network that loses answers. A program that retries a payment with an unknown
 * outcome pays twice, unless all attempts for one bill have the same command id. Run it with `node --import
 * tsx examples/lost-answers.ts`.
 */
import { createLedger, definePackage, defineTemplate, Int64, Party } from "ledger-in-a-box";
import { createFetch } from "ledger-in-a-box/middleware";

const Purse = defineTemplate("Money:Purse", {
  payload: { owner: Party, cents: Int64 },
  signatories: ({ owner }) => [owner],
  key: { type: Party, of: ({ owner }) => owner, maintainers: (owner) => [owner] },
  ensure: ({ cents }) => cents >= 0n,
  choices: {
    Pay: { argument: { cents: Int64 }, controllers: ({ owner }) => [owner] },
  },
});
Purse.implement({
  Pay: (transaction, { owner, cents }, paid) => {
    transaction.create(Purse, { owner, cents: cents - paid.cents });
  },
});
const packages = [definePackage({ name: "money", version: "1.0.0", templates: { Purse } })];

/** Returns the command id for an attempt to pay a bill. */
type NamesCommands = (bill: string, attempt: number) => string;

/** Pays ten bills of 1.00 each out of a purse of 100.00, and returns the rest. */
const payTenBills = async (commandId: NamesCommands): Promise<string> => {
  const ledger = await createLedger({
    packages,
    seed: 5,
    // About every third answer is lost. The same seed loses the same answers.
    faults: [{ when: { operation: "submitAndWait", probability: 0.33 }, then: "loseAnswer" }],
  });
  const owner = await ledger.allocateParty("ann");
  await ledger.submit({ actAs: owner, commands: Purse.create({ owner, cents: 10_000n }) });
  const api = createFetch(ledger, { auth: "disabled" });

  /** The program under test. */
  const pay = async (bill: string): Promise<void> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const ExerciseByKeyCommand = {
          templateId: "#money:Money:Purse",
          contractKey: owner,
          choice: "Pay",
          choiceArgument: { cents: "100" },
        };
        const body = {
          commandId: commandId(bill, attempt),
          userId: "shopper",
          actAs: [owner],
          commands: [{ ExerciseByKeyCommand }],
        };
        const answer = await api("http://ledger/v2/commands/submit-and-wait", {
          method: "POST",
          body: JSON.stringify(body),
        });
        const { code } = (await answer.json()) as { readonly code?: string };
        // DUPLICATE_COMMAND means that an earlier attempt has succeeded.
        if (answer.ok || code === "DUPLICATE_COMMAND") return;
      } catch {
        // The connection was lost, so the outcome is unknown.
      }
    }
  };

  for (let bill = 1; bill <= 10; bill += 1) await pay(`bill-${bill}`);
  ledger.faults.clear();
  const [purse] = ledger.contracts(Purse);
  await ledger.close();
  return String(purse?.payload.cents);
};

console.log(
  `A command id for each try: ${await payTenBills((bill, n) => `${bill}-${n}`)} cents left.`,
);
console.log(`A command id for each bill: ${await payTenBills((bill) => bill)} cents left.`);
