import { loadFixture } from "../../../fixtures/index.ts";
import { createDamlLoader } from "../../../lib/contracts/daml-lf/index.ts";
import { createLedger, isLedgerError } from "../../../lib/index.ts";
import { createFetch } from "../../../middleware/index.ts";
import { apiClient } from "../../support/api-client.ts";
import { collectAll } from "../../support/collect-all.ts";
import { dumpWithHashes, entriesOf } from "../../support/dump-with-hashes.ts";
import { iouLedger } from "../../support/iou-ledger.ts";
import { iouPackage } from "../../support/iou-package.ts";
import { Fault, type Target } from "../target.ts";

const paths = ["/v2/parties", "/v2/users", "/v2/state/ledger-end", "/v2/packages"];

const everything = {
  identifierFilter: { WildcardFilter: { value: { includeCreatedEventBlob: true } } },
};
const eventFormat = { filtersForAnyParty: { cumulative: [everything] }, verbose: true };
const transactionShape = "TRANSACTION_SHAPE_LEDGER_EFFECTS";
const updateFormat = {
  includeTransactions: { eventFormat, transactionShape },
  includeReassignments: eventFormat,
  includeTopologyEvents: { includeParticipantAuthorizationEvents: {} },
};

/**
 * Returns a target whose inputs are the entries of dumps, one per line. The hashes are recomputed
 * after a change.
 */
export const dumps = async (): Promise<Target> => {
  const { ledger, alice } = await iouLedger();
  const create = {
    template: "#iou:Iou:Iou",
    arguments: { issuer: alice, owner: alice, amount: 1, watchers: [] },
  };
  await loadFixture(ledger, {
    steps: [{ submit: { as: [alice], id: "first", create } }, { party: "erin" }],
  });
  const entries = entriesOf((await collectAll(ledger.dump())).join(""));
  const daml = createDamlLoader();
  return {
    name: "dumps",
    seeds: [new TextEncoder().encode(entries.join("\n"))],
    attempt: async (input) => {
      const from = dumpWithHashes(new TextDecoder().decode(input).split("\n"));
      const loaded = await createLedger({ from, packages: [iouPackage], daml }).catch(
        (error: unknown) => {
          if (isLedgerError(error)) return error.code;
          throw new Fault(String(error), { cause: error });
        },
      );
      if (typeof loaded === "string") return loaded;
      const send = apiClient(createFetch(loaded, { auth: "disabled" }), "http://ledger.invalid");
      for (const path of paths) {
        const { status } = await send("GET", path);
        if (status >= 500) throw new Fault(`${path}: ${status}`);
      }
      const activeAtOffset = loaded.state.ledgerEnd;
      for (const [path, body] of [
        ["/v2/state/active-contracts", { eventFormat, activeAtOffset }],
        ["/v2/updates", { beginExclusive: 0, endInclusive: activeAtOffset, updateFormat }],
      ] as const) {
        const { status, text } = await send("POST", path, { body });
        if (status >= 500) throw new Fault(`${path}: ${status} ${text.slice(0, 300)}`);
      }
      await loaded.close();
      return "loaded";
    },
  };
};
