import { loadFixture, parseFixture } from "../../../fixtures/index.ts";
import { isLedgerError } from "../../../lib/index.ts";
import { iouLedger } from "../../support/iou-ledger.ts";
import { Fault, type Target } from "../target.ts";

const fixture = `
name: fuzzed
startsAt: 2024-01-01T13:00:00Z
steps:
  - packages: [iou]
  - parties: [frank, &gina gina]
  - user: { id: frank, primaryParty: frank, actAs: [frank], readAs: [*gina] }
  - submit:
      as: [frank]
      id: first
      create:
        template: "#iou:Iou:Iou"
        arguments: { issuer: "\${frank}", owner: "\${frank}", amount: 1, watchers: ["\${gina}"] }
  - clock: { advance: 1h }
  - submit: { as: frank, exercise: { contract: first, choice: Inspect, argument: {} } }
`;

/** Returns a target whose inputs are fixtures, read as files and as bodies of the control router. */
export const fixtures = async (): Promise<Target> => {
  const { ledger } = await iouLedger();
  return {
    name: "fixtures",
    seeds: [
      fixture,
      JSON.stringify({ steps: [{ parties: ["erin"] }] }),
      "steps:\n  - &a parties: [x]\n  - *a\n",
    ].map((text) => new TextEncoder().encode(text)),
    attempt: async (input) => {
      const before = ledger.snapshot();
      const { state } = ledger;
      try {
        await loadFixture(ledger, parseFixture(new TextDecoder().decode(input)));
        await ledger.revert(before);
        return "loaded";
      } catch (error) {
        if (!isLedgerError(error)) throw new Fault(String(error), { cause: error });
        if (ledger.state.ledgerEnd !== state.ledgerEnd) throw new Fault("refused, and written");
        return error.code;
      }
    },
  };
};
