import type { CommandsInput } from "../../../../lib/api.ts";
import { ledgerApiUrl } from "../base/boot.ts";

const submitPath = "v2/commands/submit-and-wait-for-transaction";

/** Returns a command for a shell. It contains a variable instead of the token. */
export const createSubmissionCurlCommand = (body: unknown): string =>
  [
    `curl '${new URL(submitPath, ledgerApiUrl).href}' \\`,
    `  -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\`,
    `  -d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`,
  ].join("\n");

export const createSubmissionFetchCode = (body: unknown): string =>
  `const answer = await fetch(${JSON.stringify(new URL(submitPath, ledgerApiUrl).href)}, {
  method: "POST",
  headers: { Authorization: \`Bearer \${token}\`, "Content-Type": "application/json" },
  body: JSON.stringify(${formatIndentedJson(body)}),
});`;

/** Returns a test for any runner with its own ledger; `code` is the expected error, if any. */
export const createSubmissionTestCode = (
  { actAs, commands }: CommandsInput,
  code: string | undefined,
): string => {
  const request = formatIndentedJson({ actAs, commands }, "  ");
  const expectation =
    code === undefined
      ? `  const sent = await ledger.submit(${request});
  expect(sent.transaction.events).to.not.be.empty;`
      : `  const sent = ledger.submit(${request});
  await expect(sent).toFailWith(${JSON.stringify(code)});`;
  const idNote = hasContractIds(commands)
    ? " Its contracts get other ids: look them up with ledger.contracts()."
    : "";
  return `import { ledgerAssertions, useLedger } from "ledger-in-a-box/testing";
import { expect, use } from "chai";
import { it } from "mocha";

use(ledgerAssertions);
// The file that "Export" under Controls saves.${idNote}
const withLedger = useLedger("fixture.json");

const tried = withLedger(async ({ ledger }) => {
${expectation}
});
it(${JSON.stringify(code === undefined ? "is accepted" : `is refused with ${code}`)}, tried);
`;
};

const hasContractIds = (commands: CommandsInput["commands"]): boolean =>
  JSON.stringify(commands).includes('"contractId"');

interface CalledOperation {
  readonly method: string;
  readonly path: string;
  /** Body as text; empty for none. */
  readonly body: string;
  /** Status of the response; 200 if it is not known. */
  readonly status: number;
}

/** Returns an in-process test of one API call. */
export const createHttpTestCode = ({
  method,
  path: called,
  body,
  status,
}: CalledOperation): string => {
  const init = [
    `method: ${JSON.stringify(method)}`,
    ...(body === ""
      ? []
      : [
          'headers: { "Content-Type": "application/json" }',
          `body: JSON.stringify(${formatIndentedJson(parseJsonOrText(body), "    ")})`,
        ]),
  ].join(",\n    ");
  return `import { createFetch } from "ledger-in-a-box/middleware";
import { useLedger } from "ledger-in-a-box/testing";
import { expect } from "chai";
import { it } from "mocha";

// The file that "Export" under Controls saves. Its contracts get other ids.
const withLedger = useLedger("fixture.json");

const called = withLedger(async ({ ledger }) => {
  const api = createFetch(ledger, { auth: "disabled" });
  const answer = await api(${JSON.stringify(called)}, {
    ${init},
  });
  expect(answer.status).to.equal(${status});
});
it(${JSON.stringify(`answers ${method} ${called} with ${status}`)}, called);
`;
};

/** Returns parsed JSON; the text itself if it is not JSON. */
const parseJsonOrText = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

const formatIndentedJson = (value: unknown, by = "  "): string =>
  JSON.stringify(value, null, 2).replaceAll("\n", `\n${by}`);
