async with session.post(BASE + "/api/v1/transfers/quote", data=json.dumps({"amount": 5, "isFirstParty": False})) as answer:
    print(await answer.text())
