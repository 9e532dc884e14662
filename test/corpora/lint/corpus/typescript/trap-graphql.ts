const query = gql`query { transfer { amount customerId memo } }`;
type Filters = { amount?: { gt: number }; customerId?: string };
