import { ContractId } from "../../lib/index.ts";

/** Returns the contract of a template or interface with this id, to exercise its choices. */
export const contractOf = <Name extends string>(
  of: { readonly qualifiedName: Name },
  contractId: string,
): ContractId<Name> =>
  ContractId(of.qualifiedName).decode({ kind: "contractId", value: contractId });
