/** Environment variable for the token of `--url`. */
export const tokenEnvironmentVariable = "LEDGER_IN_A_BOX_TOKEN";

/** Environment variable for the secret of `--http`. */
export const mcpHttpSecretVariable = "LEDGER_IN_A_BOX_MCP_SECRET";
