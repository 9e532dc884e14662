export async function create(token: string, gbp: string) {
  const body = { customerId: 'c', amount: Number(gbp), memo: 'Invoice' };
  const answer = await fetch(`${process.env.BASE_URL}/api/v1/transfers`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  return answer.json();
}
