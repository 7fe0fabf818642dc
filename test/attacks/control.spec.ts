import { expect } from "chai";

import { controlSecret, LedgerUnderAttack } from "../support/ledger-under-attack.ts";

const size = 16 * 1024;

/** Tokens that are significant to a YAML parser. */
const tokens = [
  ...Array.from("[]{},:-?#'\"|>%@`!&*~ \t\n"),
  ...[
    "a",
    "1",
    ": ",
    "- ",
    "\n  ",
    "<<: ",
    "---\n",
    "...\n",
    "&a ",
    "*a ",
    "!t ",
    "\\u0000",
    "''\n",
  ],
];

/**
 * Every pair of tokens, each followed by nothing, "}" or "[". Such pairs, and unmatched closing brackets,
 * took the parser longest.
 */
const shapes = tokens.flatMap((first) => ["", "}", "["].map((second) => first + second));

const filled = (shape: string): string =>
  shape.repeat(Math.ceil(size / shape.length)).slice(0, size);

/** Returns random text; equal seeds return equal text. */
const garbage = (seed: number): string => {
  let text = "";
  for (let state = seed; text.length < size;) {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    text += tokens[state % tokens.length] ?? "";
  }
  return text.slice(0, size);
};

describe("control router under attack @slow", function () {
  let besieged: LedgerUnderAttack;

  beforeEach(async () => {
    besieged = await LedgerUnderAttack.serve();
  });

  afterEach(() => besieged.close());

  const send = async (path: string, body: string, secret = controlSecret): Promise<number> => {
    const response = await fetch(`${besieged.baseUrl}/control${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${secret}` },
      body,
    });
    const text = await response.text();
    expect(text.length, "what is sent back").to.be.below(100_000);
    return response.status;
  };

  it("keeps other users' calls fast while it parses YAML that takes long", async () => {
    const texts = [
      ...shapes.map(filled),
      ...Array.from({ length: 10 }, (_, at) => garbage(at + 1)),
    ];
    await besieged.beside(async () => {
      for (const text of texts) {
        expect(await send("/fixtures", text), text.slice(0, 20)).to.equal(400);
      }
    });
  });

  it("refuses bodies that are longer than the limit without parsing them", async () => {
    const aliases = Array.from(
      { length: 12 },
      (_, at) => `a${at + 1}: &a${at + 1} [*a${at},*a${at}]\n`,
    );
    const bodies = [
      "}{".repeat(500_000),
      "steps:\n".padEnd(9_000_000, "- a\n"),
      `steps: [${"1,".repeat(4_000_000)}1]`,
      `{"steps": [${"{},".repeat(3_000_000)}{}]}`,
      `{"steps": "${"x".repeat(9_000_000)}"}`,
      `a0: &a0 [x]\n${aliases.join("")}`,
      "[".repeat(9_000_000),
    ];
    await besieged.beside(async () => {
      for (const path of ["/fixtures", "/clock", "/faults"]) {
        for (const body of bodies) expect(await send(path, body)).to.be.oneOf([400, 404]);
      }
    });
  });

  it("keeps other users' calls fast while it loads a fixture of 5,000 steps", async () => {
    let sent = 0;
    await besieged.beside(async () => {
      sent += 1;
      const steps = Array.from({ length: 5_000 }, (_, at) => ({ party: `p${sent}-${at}` }));
      const response = await fetch(`${besieged.baseUrl}/control/fixtures`, {
        method: "POST",
        headers: { authorization: `Bearer ${controlSecret}` },
        body: JSON.stringify({ steps }),
      });
      expect(response.status, await response.text()).to.equal(200);
    });
  });

  it("refuses texts on which a regular expression could take long or exhaust the stack", async () => {
    const million = 1_000_000;
    const exercise = (contract: string): string =>
      JSON.stringify({
        steps: [{ submit: { as: "a", exercise: { contract, choice: "X", argument: {} } } }],
      });
    const bodies = [
      ["/fixtures", exercise(`\${a${".b".repeat(4 * million)}}`)],
      ["/fixtures", exercise(`\${a${"[1]".repeat(2 * million)}}`)],
      ["/fixtures", exercise("${".repeat(2 * million))],
      ["/clock", JSON.stringify({ advance: "1h".repeat(4 * million) })],
      ["/clock", JSON.stringify({ advance: `P${"1".repeat(8 * million)}` })],
      ["/fixtures", JSON.stringify({ steps: [{ clock: { advance: "1ms".repeat(3 * million) } }] })],
    ] as const;
    await besieged.beside(async () => {
      for (const [path, body] of bodies) {
        expect(await send(path, body), body.slice(0, 80)).to.equal(400);
      }
    });
  });

  it("answers 401 to calls without the secret, from any origin", async () => {
    await besieged.beside(async () => {
      for (let count = 0; count < 200; count++) {
        expect(await send("/reset", "{}", `guess ${count}`)).to.equal(401);
      }
    });
  });
});
