import { assembleDar, type AssembledPackage, assemblePackage } from "../support/lf/assemble.ts";
import { modules } from "../support/lf/notation.ts";
import { randomProgram } from "../support/lf/random-programs.ts";
import { playerPackage } from "../support/lf/stage.ts";
import type { Random } from "./random.ts";

/** A DAR that is hostile or carelessly written. */
export interface HostileDar {
  readonly dar: Uint8Array;
  /** The name of the package if the bytes are a package. It is random, so that names are unique. */
  readonly name: string;
  /** `Player`: the template `Main:Player`, whose choices take a list. `Trap`: the template `Main:Trap`. */
  readonly template: "Player" | "Trap";
}

/** Expressions that compute growing numbers and texts in many ways. */
const traps: readonly string[] = [
  "ADD_INT64 1 (Main:deeper n)",
  "Main:deeper n",
  "Main:wider (ADD_INT64 n 20)",
  "Main:size (Main:longer 64)",
  "Main:weight (Main:text 64)",
  "FOLDL @Int64 @Int64 (\\(a: Int64) (b: Int64) -> Main:deeper b) 0 [@Int64 1, 2, 3]",
  'ERROR @Int64 "no"',
  "DIV_INT64 n 0",
  "MUL_INT64 9223372036854775807 9223372036854775807",
  "Main:constant",
  "n",
];

const helpers = `
  val deeper: Int64 -> Int64 = \\(n: Int64) -> ADD_INT64 1 (Main:deeper (ADD_INT64 n 1));
  val wider: Int64 -> Int64 = \\(n: Int64) ->
    if EQUAL @Int64 n 0 then 1 else ADD_INT64 (Main:wider (SUB_INT64 n 1)) (Main:wider (SUB_INT64 n 1));
  val longer: Int64 -> List Int64 = \\(n: Int64) ->
    if EQUAL @Int64 n 0 then [@Int64 1] else
      let half: List Int64 = Main:longer (SUB_INT64 n 1) in
      FOLDR @Int64 @(List Int64) (\\(each: Int64) (rest: List Int64) -> [@Int64 each, ...rest]) half half;
  val size: List Int64 -> Int64 = \\(all: List Int64) -> FOLDL @Int64 @Int64 (\\(sum: Int64) (each: Int64) -> ADD_INT64 sum 1) 0 all;
  val weight: Text -> Int64 = \\(all: Text) -> if EQUAL @Text (SHA256_TEXT all) "" then 0 else 1;
  val text: Int64 -> Text = \\(n: Int64) ->
    if EQUAL @Int64 n 0 then "doubling" else
      let half: Text = Main:text (SUB_INT64 n 1) in APPEND_TEXT half half;
  val constant: Int64 = Main:wider 40;
`;

/** Returns a package whose template has a hostile expression in each part with code. */
const trapPackage = (random: Random, name: string): AssembledPackage => {
  const number = (): string => `(let n: Int64 = this.n in ${random.pick(traps) ?? "n"})`;
  const harmless = (): string => (random.once(3) ? number() : "1");
  return assemblePackage({
    name,
    version: "1.0.0",
    modules: modules`
      module Main {
        ${helpers}
        template Trap with {owner: Party, n: Int64} {
          precondition EQUAL @Int64 ${harmless()} 1;
          signatories if EQUAL @Int64 ${harmless()} 1 then [@Party this.owner] else [@Party];
          choice Spring: Int64 by [@Party this.owner] = pure @Int64 ${number()};
          nonconsuming choice Again: Int64 by [@Party this.owner] =
            do {x: Int64 <- pure @Int64 ${number()}; exercise @Trap Again self ()};
        }
      }
    `,
  });
};

/** Generates hostile packages; some are not valid packages. */
export const hostileDar = (random: Random): HostileDar => {
  const name = `hostile-${random.next()}`;
  const way = random.below(4);
  if (way === 0) {
    const { main, parts } = randomProgram(random.next());
    const assembled = playerPackage(parts, { languageVersion: "2.1", main, name });
    return { dar: assembleDar(assembled), name, template: "Player" };
  }
  const dar = assembleDar(trapPackage(random, name));
  return { dar: way === 1 ? damaged(dar, random) : dar, name, template: "Trap" };
};

const damaged = (dar: Uint8Array, random: Random): Uint8Array => {
  const bytes = Uint8Array.from(dar);
  for (let count = 1 + random.below(8); count > 0; count--) {
    bytes[random.below(bytes.length)] = random.below(256);
  }
  return random.once(3) ? bytes.subarray(0, random.below(bytes.length)) : bytes;
};
