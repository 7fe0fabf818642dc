import { assembleDar, type AssembledPackage, assemblePackage } from "../lf/assemble.ts";
import { modules } from "../lf/notation.ts";

/** A package with only an interface, like the packages of the token standard. */
const ownable = assemblePackage({
  name: "ownable",
  version: "1.0.0",
  languageVersion: "2.3",
  modules: modules`
    module Standard.Ownable {
      record View {owner: Party, label: Text}
      record Rename {label: Text}
      interface Ownable {
        view View;
        method holder: Party;
        nonconsuming choice Rename (arg: Rename): Text by [@Party callInterface @Ownable holder this] = pure @Text arg.label;
      }
    }
  `,
});

/** Templates with fields of every type and a key, which implement an interface of another package. */
const shopPackage = ({ version = "1.0.0", hasNote = false } = {}): AssembledPackage => {
  const note = hasNote ? ", note: Optional Text" : "";
  return assemblePackage({
    name: "shop",
    version,
    languageVersion: "2.3",
    modules: modules`
      module Shop.Types {
        enum Color {Red, Green, Blue}
        record Pair a b {first: a, second: b}
        record Tagged t {name: Text}
        record Box a {label: Text, content: Optional a, deep: Optional (Optional a)}
        variant Shape {Circle: Numeric 2, Square: Shop.Types:'Shape.Square', Empty: Unit}
        record 'Shape.Square' {width: Numeric 2, height: Numeric 2}
        record Place {row: Int64, column: Int64}
        record Nothing {}
        variant Tree a {Leaf: a, Node: List (Tree a)}
      }
      module Shop {
        template Article with {
          seller: Party,
          name: Text,
          price: Numeric 10,
          ratio: Numeric 37,
          weight: Numeric 0,
          stock: Int64,
          color: Shop.Types:Color,
          shape: Shop.Types:Shape,
          tags: TextMap Text,
          places: GenMap Shop.Types:Place (List Int64),
          pair: Shop.Types:Pair Int64 (Optional Text),
          tree: Shop.Types:Tree Text,
          since: Date,
          'until': Timestamp,
          isNew: Bool,
          unit: Unit,
          nothing: Shop.Types:Nothing,
          brand: Shop.Types:Tagged Shop.Types:Color,
          nested: Optional (Optional Text),
          plainBox: Shop.Types:Box Text,
          optionalBox: Shop.Types:Box (Optional Text),
          nestedBox: Shop.Types:Box (Optional (Optional Text)),
          buyer: Optional Party${note}
        } {
          signatories [@Party this.seller];
          key Shop:ArticleKey = Shop:ArticleKey {seller = this.seller, name = this.name}
            maintained by \(key: Shop:ArticleKey) -> [@Party key.seller];
          nonconsuming choice Quote (arg: Quote): Numeric 10 by [@Party this.seller] = pure @(Numeric 10) this.price;
          choice Sell (arg: Sell): Sale by [@Party this.seller] = do {
            id: ContractId Receipt <- create @Receipt Receipt {seller = this.seller, buyer = arg.buyer, article = this.name};
            pure @Sale Sale {receipt = id, left = SUB_INT64 this.stock 1}
          };
          implements ${ownable.packageId}:Standard.Ownable:Ownable {
            view ${ownable.packageId}:Standard.Ownable:View {owner = this.seller, label = this.name};
            method holder = this.seller;
          }
        }
        record ArticleKey {seller: Party, name: Text}
        record Quote {}
        record Sell {buyer: Party}
        record Sale {receipt: ContractId Receipt, left: Int64}
        template Receipt with {seller: Party, buyer: Party, article: Text} {
          signatories [@Party this.seller];
          observers [@Party this.buyer];
        }
      }
    `,
  });
};

export const shopDar = (version: { readonly version?: string; readonly hasNote?: boolean } = {}) =>
  assembleDar(shopPackage(version), [ownable]);
