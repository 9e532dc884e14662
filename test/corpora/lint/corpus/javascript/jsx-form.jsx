export function PayoutForm({ customerId }) {
  const [amount, setAmount] = useState(0);
  const submit = () => axios.post('/api/v1/transfers', { customerId, amount, requireApproval: true });
  return <form onSubmit={submit}><input name="amount" value={amount} onChange={(e) => setAmount(e.target.value)} /></form>;
}
