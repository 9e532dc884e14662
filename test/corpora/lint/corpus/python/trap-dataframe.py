df = pd.read_csv("transfers.csv")
df["amount"] = df["amount"].astype(float)
total = df.groupby("currency")["amount"].sum()
