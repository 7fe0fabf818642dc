import { assembleDar } from "./lf/assemble.ts";
import { definitions } from "./lf/notation.ts";
import { actions, worldPackage } from "./lf/world.ts";

const parameters = Array.from({ length: 50 }, (_, index) => `p${index}`);

/** Names of top-level values of some 10 MiB each. */
export const heldValues = Array.from({ length: 12 }, (_, index) => `held${index}`);

/**
 * A package with code that uses much time and memory: functions that allocate much, and large values that are
 * recomputed or cached.
 */
export const hostileDar = assembleDar(
  worldPackage({
    languageVersion: "2.3",
    main: definitions`
      val count: Int64 -> Int64 = \(n: Int64) ->
        if EQUAL @Int64 n 0 then 0 else ADD_INT64 1 (Main:count (SUB_INT64 n 1));
      val deep: ${parameters.map(() => "Int64 -> ").join("")} Int64 =
        \ ${parameters.map((name) => `(${name}: Int64)`).join(" ")} ->
          ADD_INT64 1 (Main:deep ${parameters.join(" ")});
      val text: Int64 -> Text = \(n: Int64) ->
        if EQUAL @Int64 n 0 then "doubling" else
          let half: Text = Main:text (SUB_INT64 n 1) in APPEND_TEXT half half;
      val hashed: Int64 -> Text -> Text = \(n: Int64) (text: Text) ->
        if EQUAL @Int64 n 0 then "" else
          let hash: Text = SHA256_TEXT text in Main:hashed (SUB_INT64 n 1) text;
      ${heldValues.map((name) => `val ${name}: List Int64 = Main:long 400000 [@Int64];`).join("\n")}
      val long: Int64 -> List Int64 -> List Int64 = \(n: Int64) (all: List Int64) ->
        if EQUAL @Int64 n 0 then all else Main:long (SUB_INT64 n 1) [@Int64 n, ...all];
      val failing: Int64 =
        if EQUAL @Int64 (Main:count 500000) 500000
        then throw @Int64 @Boom Boom {text = "always"}
        else 0;
      val size: List Int64 -> Int64 = \(all: List Int64) ->
        FOLDL @Int64 @Int64 (\(sum: Int64) (each: Int64) -> ADD_INT64 sum 1) 0 all;
      record Info {rounds: Int64}
      interface Showable {view Info;}
      template Shown with {owner: Party, rounds: Int64} {
        signatories [@Party this.owner];
        implements Showable {view Info {rounds = Main:count this.rounds};}
      }
      template Slow with {owner: Party, rounds: Int64} {
        precondition EQUAL @Int64 (Main:count this.rounds) this.rounds;
        signatories [@Party this.owner];
      }
    `,
    actions: actions`
      nonconsuming choice Deep: Int64 = pure @Int64 (Main:deep ${parameters.map(() => "1").join(" ")});
      nonconsuming choice Count (arg: Int64): Int64 = pure @Int64 (Main:count arg);
      nonconsuming choice Hash (arg: Int64): Text = pure @Text (Main:hashed arg (Main:text 21));
      nonconsuming choice Held (arg: Int64): Int64 = pure @Int64 (
        ${heldValues.map((name, index) => `if EQUAL @Int64 arg ${index} then Main:size Main:${name} else`).join(" ")} 0);
      nonconsuming choice Retry: Int64 =
        try @Int64 pure @Int64 Main:failing catch e ->
          Some @(Update Int64) (exercise @Actor Retry self ());
      nonconsuming choice Create (arg: Int64): Int64 = do {
        made: ContractId Slow <- create @Slow Slow {owner = this.owner, rounds = arg};
        pure @Int64 0
      };
    `,
  }),
);
