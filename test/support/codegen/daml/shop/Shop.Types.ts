// Shop.Types of shop 1.0.0
// By ledger-in-a-box codegen: do not edit

import type { Int64, Nested, Numeric, Optional, Unit } from "../contracts.ts";

export interface Box<a> {
  readonly label: string;
  readonly content?: Optional<a>;
  readonly deep: Nested<Nested<a>>;
}

export type Color = "Red" | "Green" | "Blue";

export const Color = { Red: "Red", Green: "Green", Blue: "Blue" } as const;

export type Nothing = Unit;

export interface Pair<a, b> {
  readonly first: a;
  readonly second: b;
}

export interface Place {
  readonly row: Int64;
  readonly column: Int64;
}

export type Shape =
  | { readonly tag: "Circle"; readonly value: Numeric<2> }
  | { readonly tag: "Square"; readonly value: Shape.Square }
  | { readonly tag: "Empty"; readonly value: Unit };

export declare namespace Shape {
  interface Square {
    readonly width: Numeric<2>;
    readonly height: Numeric<2>;
  }
}

export interface Tagged<_t> {
  readonly name: string;
}

export type Tree<a> =
  | { readonly tag: "Leaf"; readonly value: a }
  | { readonly tag: "Node"; readonly value: readonly Tree<a>[] };
