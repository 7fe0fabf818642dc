import type { Article } from "./daml/shop/Shop.ts";
import { Color, type Shape } from "./daml/shop/Shop.Types.ts";

/** Returns an article as the ledger returns it, with defaults for the fields that are not given. */
export const articleOf = (seller: string, fields: Partial<Article> = {}): Article => ({
  seller,
  name: "lamp",
  price: "12.5000000000",
  ratio: "0.0000000000000000000000000000000000001",
  weight: "3.",
  stock: "7",
  color: Color.Green,
  shape: { tag: "Square", value: { width: "1.00", height: "2.25" } } satisfies Shape,
  tags: { room: "kitchen" },
  places: [[{ row: "1", column: "2" }, ["3", "4"]]],
  pair: { first: "1", second: "one" },
  tree: { tag: "Node", value: [{ tag: "Leaf", value: "a" }] },
  since: "2027-01-31",
  until: "2027-12-31T23:59:59.000001Z",
  isNew: true,
  unit: {},
  nothing: {},
  brand: { name: "green" },
  nested: [["inner"]],
  plainBox: { label: "plain", content: "inner", deep: [["inner"]] },
  optionalBox: { label: "optional", content: "inner", deep: [[null]] },
  nestedBox: { label: "nested", content: [["inner"]], deep: [[[["inner"]]]] },
  ...fields,
});
