// Shop of shop 1.0.0
// By ledger-in-a-box codegen: do not edit

import {
  type CalendarDate,
  type Choice,
  type ContractId,
  type GenMap,
  type Int64,
  type KeyedTemplate,
  type Nested,
  type Numeric,
  type Optional,
  type Party,
  type Template,
  template,
  type TextMap,
  type Timestamp,
  type Unit,
} from "../contracts.ts";
import type { Box, Color, Nothing, Pair, Place, Shape, Tagged, Tree } from "./Shop.Types.ts";
import { home } from "./package.ts";

export interface Article {
  readonly seller: Party;
  readonly name: string;
  readonly price: Numeric<10>;
  readonly ratio: Numeric<37>;
  readonly weight: Numeric<0>;
  readonly stock: Int64;
  readonly color: Color;
  readonly shape: Shape;
  readonly tags: TextMap<string>;
  readonly places: GenMap<Place, readonly Int64[]>;
  readonly pair: Pair<Int64, Optional<string>>;
  readonly tree: Tree<string>;
  readonly since: CalendarDate;
  readonly until: Timestamp;
  readonly isNew: boolean;
  readonly unit: Unit;
  readonly nothing: Nothing;
  readonly brand: Tagged<Color>;
  readonly nested: Nested<Nested<string>>;
  readonly plainBox: Box<string>;
  readonly optionalBox: Box<Optional<string>>;
  readonly nestedBox: Box<Nested<Nested<string>>>;
  readonly buyer?: Optional<Party>;
}

export declare namespace Article {
  type Id = ContractId<"shop:Shop:Article" | "ownable:Standard.Ownable:Ownable">;

  interface Constant extends KeyedTemplate<Id, Article, ArticleKey> {
    readonly Quote: Choice<Id, Quote, Numeric<10>>;
    readonly Sell: Choice<Id, Sell, Sale>;
  }
}

export const Article: Article.Constant = /* @__PURE__ */ template(home, "Shop:Article", {
  Quote: "nonconsuming",
  Sell: "consuming",
});

export interface ArticleKey {
  readonly seller: Party;
  readonly name: string;
}

export type Quote = Unit;

export interface Sell {
  readonly buyer: Party;
}

export interface Sale {
  readonly receipt: Receipt.Id;
  readonly left: Int64;
}

export interface Receipt {
  readonly seller: Party;
  readonly buyer: Party;
  readonly article: string;
}

export declare namespace Receipt {
  type Id = ContractId<"shop:Shop:Receipt">;

  interface Constant extends Template<Id, Receipt> {}
}

export const Receipt: Receipt.Constant = /* @__PURE__ */ template(home, "Shop:Receipt", {});
