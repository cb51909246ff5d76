Feature: Approval chain
  The approvals that a submission needs, one after the other.

  @path-5d09e9c8 @spec-2§4.3
  Scenario: 01 in England, 4 steps to "Resubmission required" (5d09e9c8)
    Given a provider in England with the risk code 01
    And its submission has the status "Quality processing complete"
    When the provider's user with the sign-off role ticks the box of the terms on the Submit page and presses "Submit for approval"
    Then the submission's status is "Awaiting Bedel approval"
    And its Approval page says "Submitted for approval"
    When a Bedel analyst opens "More actions" in the provider's row of the collection's monitoring page, chooses "Approve" and confirms
    Then the submission's status is "Awaiting SC approval"
    And its Approval page says "Submitted for approval"
    When an analyst of the provider's regulator opens "More actions" in the provider's row of the collection's monitoring page, chooses "Approve" and confirms
    Then the submission's status is "Approved"
    And its Approval page says "Approved"
    When a Bedel administrator opens "More actions" in the provider's row of the collection's monitoring page, chooses "Decline" and confirms
    Then the submission's status is "Resubmission required"
    And its Approval page says "Resubmission required"

  @path-9d3d8512 @spec-2§4.3
  Scenario: 01 in England, one step to "Resubmission required" (9d3d8512)
    Given a provider in England with the risk code 01
    And its submission has the status "Nil return"
    When a Bedel administrator requests a historic amendment for the provider by a call of the API (there is no screen for it)
    Then the submission's status is "Resubmission required - historic amendment"
    And its Approval page says "Resubmission required"

  @path-a994a9a8 @spec-2§4.3
  Scenario: 01 in England, 2 steps to "Resubmission required" (a994a9a8)
    Given a provider in England with the risk code 01
    And its submission has the status "Quality processing complete"
    When the provider's user with the sign-off role ticks the box of the terms on the Submit page and presses "Submit for approval"
    Then the submission's status is "Awaiting Bedel approval"
    And its Approval page says "Submitted for approval"
    When a Bedel analyst opens "More actions" in the provider's row of the collection's monitoring page, chooses "Decline" and confirms
    Then the submission's status is "Resubmission required"
    And its Approval page says "Resubmission required"

  @path-2c63d71a @spec-2§4.3
  Scenario: 01 in England, 3 steps to "Resubmission required" (2c63d71a)
    Given a provider in England with the risk code 01
    And its submission has the status "Quality processing complete"
    When the provider's user with the sign-off role ticks the box of the terms on the Submit page and presses "Submit for approval"
    Then the submission's status is "Awaiting Bedel approval"
    And its Approval page says "Submitted for approval"
    When a Bedel analyst opens "More actions" in the provider's row of the collection's monitoring page, chooses "Approve" and confirms
    Then the submission's status is "Awaiting SC approval"
    And its Approval page says "Submitted for approval"
    When an analyst of the provider's regulator opens "More actions" in the provider's row of the collection's monitoring page, chooses "Decline" and confirms
    Then the submission's status is "Resubmission required"
    And its Approval page says "Resubmission required"

  @path-81528c69 @spec-2§4.3
  Scenario: 01 in Wales, 2 steps to "Approved" (81528c69)
    Given a provider in Wales with the risk code 01
    And its submission has the status "Quality processing complete"
    When the provider's user with the sign-off role ticks the box of the terms on the Submit page and presses "Submit for approval"
    Then the submission's status is "Awaiting Bedel approval"
    And its Approval page says "Submitted for approval"
    When a Bedel analyst opens "More actions" in the provider's row of the collection's monitoring page, chooses "Approve" and confirms
    Then the submission's status is "Approved"
    And its Approval page says "Approved"

  @path-cfe6b5c0 @spec-2§4.3
  Scenario: 02 in England, 2 steps to "Submitted for approval" (cfe6b5c0)
    Given a provider in England with the risk code 02
    And its submission has the status "Quality processing complete"
    When the provider's user with the sign-off role ticks the box of the terms on the Submit page and presses "Submit for approval"
    Then the submission's status is "Awaiting Bedel analyst approval"
    And its Approval page says "Submitted for approval"
    When a Bedel analyst opens "More actions" in the provider's row of the collection's monitoring page, chooses "Approve" and confirms
    Then the submission's status is "Awaiting Bedel approval"
    And its Approval page says "Submitted for approval"

  @path-03d02045 @spec-2§4.3
  Scenario: 02 in England, 2 steps to "Resubmission required" (03d02045)
    Given a provider in England with the risk code 02
    And its submission has the status "Quality processing complete"
    When the provider's user with the sign-off role ticks the box of the terms on the Submit page and presses "Submit for approval"
    Then the submission's status is "Awaiting Bedel analyst approval"
    And its Approval page says "Submitted for approval"
    When a Bedel analyst opens "More actions" in the provider's row of the collection's monitoring page, chooses "Decline" and confirms
    Then the submission's status is "Resubmission required"
    And its Approval page says "Resubmission required"
