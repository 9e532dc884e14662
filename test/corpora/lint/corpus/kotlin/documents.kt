val onboardingDocuments = listOf("OwnershipChart", "AmlPolicy")
