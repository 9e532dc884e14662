export async function pay({ customerId, amount, memo }: PayInput) {
  const response = await fetch(`${BASE_URL}/api/v1/transfers`, {
    method: 'POST',
    body: JSON.stringify({ customerId, amount, memo }),
  });
  return response.json();
}
