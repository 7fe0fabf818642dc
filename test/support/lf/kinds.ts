import { assemblePackage } from "./assemble.ts";
import { modules } from "./notation.ts";

/** A field of every kind of Daml value, and a reference to another contract. */
const fields = {
  owner: "Party",
  unit: "Unit",
  flag: "Bool",
  count: "Int64",
  amount: "Numeric 10",
  label: "Text",
  time: "Timestamp",
  day: "Date",
  maybe: "Optional (Optional Int64)",
  nothing: "Optional Text",
  items: "List Text",
  byText: "TextMap Int64",
  byNumber: "GenMap Int64 Text",
  colour: "Colour",
  point: "Point",
  shape: "Shape",
};

const copies = Object.keys(fields).map((name) => `${name} = this.${name}, `);
/** Code that creates the contract again, with a reference to this one. */
const created = `create @Kinds Kinds {${copies.join("")}other = Some @(ContractId Kinds) self}`;

/** Returns code that runs the steps, rolls them back, and continues. */
const undone = (steps: string): string => `
  try @Unit do {${steps} throw @(Update Unit) @Boom Boom {text = "undone"}}
  catch e -> Some @(Update Unit) (pure @Unit ())`;

/** Code for the id of this contract, coerced to an id of the interface. */
const held = "(COERCE_CONTRACT_ID @Kinds @Held self)";

/**
 * A template with a value of every kind. Its choices produce nodes of every kind: creates, exercises and
 * fetches, by the template and through an interface, nested and rolled back.
 */
export const kindsPackage = assemblePackage({
  name: "kinds",
  version: "1.0.0",
  modules: modules`
    module Main {
      template Kinds with {
        ${Object.entries(fields)
          .map(([name, type]) => `${name}: ${type}, `)
          .join("")}
        other: Optional (ContractId Kinds)
      } {
        signatories [@Party this.owner];
        nonconsuming choice Echo (arg: Kinds): Kinds by [@Party this.owner] = pure @Kinds arg;
        choice Replace: ContractId Kinds by [@Party this.owner] = ${created};
        nonconsuming choice Nest: ContractId Kinds by [@Party this.owner] = do {
          read: Kinds <- fetch @Kinds self;
          copy: ContractId Kinds <- ${created};
          heard: Kinds <- exercise @Kinds Echo copy this;
          exercise @Kinds Replace copy ()
        };
        nonconsuming choice Undo: ContractId Kinds by [@Party this.owner] = do {
          before: ContractId Kinds <- ${created};
          attempt: Unit <- ${undone(`
            copy: ContractId Kinds <- ${created};
            nested: Unit <- ${undone("heard: Kinds <- exercise @Kinds Echo copy this;")};
            gone: ContractId Kinds <- exercise @Kinds Replace self ();
          `)};
          ${created}
        };
        nonconsuming choice UndoReads by [@Party this.owner] = ${undone(`
          read: Kinds <- fetch @Kinds self;
          heard: Kinds <- exercise @Kinds Echo self this;
        `)};
        nonconsuming choice Through: Text by [@Party this.owner] = do {
          held: Held <- fetchInterface @Held ${held};
          exerciseInterface @Held Touch ${held} ()
        };
        nonconsuming choice When: Timestamp by [@Party this.owner] = getTime;
        implements Held {view View {owner = this.owner}; method holder = this.owner;}
      }
      exception Boom {text: Text} message \(boom: Boom) -> boom.text;
      record Point {x: Int64, y: Int64, name: Optional Text}
      variant Shape {Circle: Numeric 2, Dot: Unit}
      enum Colour {Red, Green}
      record View {owner: Party}
      interface Held {
        view View;
        method holder: Party;
        nonconsuming choice Touch: Text by [@Party callInterface @Held holder this] =
          pure @Text "touched";
      }
    }
  `,
});

/** Returns the arguments as JSON, with all fields. */
export const kindsOf = (party: string): Readonly<Record<string, unknown>> => ({
  owner: party,
  unit: {},
  flag: true,
  count: "-7",
  amount: "3.25",
  label: "größer 🚀",
  time: "2024-02-29T12:00:00.000001Z",
  day: "1969-12-31",
  maybe: [["5"]],
  nothing: null,
  items: ["a", ""],
  byText: { b: "2", a: "1", "": "0" },
  byNumber: [
    ["10", "ten"],
    ["-1", "minus one"],
  ],
  colour: "Green",
  point: { x: "1", y: "-1", name: null },
  shape: { tag: "Circle", value: "1.5" },
  other: null,
});
