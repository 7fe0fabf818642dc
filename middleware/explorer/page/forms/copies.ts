import type { CommandsInput } from "../../../../lib/index.ts";
import { ledgerUrl } from "../ground/boot.ts";

const path = "v2/commands/submit-and-wait-for-transaction";

/** For a shell; the token is not in it, but the variable that has it. */
export const asCurl = (body: unknown): string =>
  [
    `curl '${new URL(path, ledgerUrl).href}' \\`,
    `  -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\`,
    `  -d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`,
  ].join("\n");

export const asFetch = (body: unknown): string =>
  `const answer = await fetch(${JSON.stringify(new URL(path, ledgerUrl).href)}, {
  method: "POST",
  headers: { Authorization: \`Bearer \${token}\`, "Content-Type": "application/json" },
  body: JSON.stringify(${indented(body)}),
});`;

/** A test for any runner, on a ledger of its own; `code` is what it is refused with, where it is. */
export const asTest = ({ actAs, commands }: CommandsInput, code: string | undefined): string => {
  const request = indented({ actAs, commands }, "  ");
  const expectation =
    code === undefined
      ? `  const sent = await ledger.submit(${request});
  expect(sent.transaction.events).to.not.be.empty;`
      : `  const sent = ledger.submit(${request});
  await expect(sent).toFailWith(${JSON.stringify(code)});`;
  return `import { ledgerAssertions, useLedger } from "ledger-in-a-box/testing";
import { expect, use } from "chai";
import { it } from "mocha";

use(ledgerAssertions);
// What was exported from the ledger that this was tried on: GET /control/export
const test = useLedger("ledger.json");

const tried = test(async ({ ledger }) => {
${expectation}
});
it(${JSON.stringify(code === undefined ? "is accepted" : `is refused with ${code}`)}, tried);
`;
};

const indented = (value: unknown, by = "  "): string =>
  JSON.stringify(value, null, 2).replaceAll("\n", `\n${by}`);
